package policy

import (
	"os"
	"testing"
)

func TestReferenceIsTheOneOfTheDocumentation(t *testing.T) {
	want, err := os.ReadFile("testdata/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := Reference(); got != string(want) {
		t.Errorf("testdata/reference.md differs; the fields now read\n%s", got)
	}
}
