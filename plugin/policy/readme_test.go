package policy

import (
	"os"
	"strings"
	"testing"
)

func TestReadmeShowsTheFieldsAndTheExampleAsTheyAre(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"table of fields": Reference(), "example": "```json\n" + string(example) + "```"} {
		if !strings.Contains(string(readme), strings.TrimSpace(text)) {
			t.Errorf("README.md does not hold the %s as it is now; put it there:\n%s", name, text)
		}
	}
}
