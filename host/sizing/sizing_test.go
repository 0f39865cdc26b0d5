package sizing

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

const day = 24 * time.Hour

func TestFormulaIsTheOneOfTheDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("memory  = %d B × records + bytes\n", RecordBytes),
		fmt.Sprintf("bytes   = (%d/%d × (size of a result + its kept headers + %d) + %d) × outcomes", roundingShare+1, roundingShare, headerBytes, outcomeBytes),
		fmt.Sprintf("rounds of\n%d heartbeats", roundOfSweeps),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/OPERATIONS.md does not say %q", want)
		}
	}
}

func TestTableIsSizedAsTheDocumentationSays(t *testing.T) {
	table := Table{Records: 864_000, Bytes: 1 << 30, Tick: time.Second} // its example: ten payments a second, kept for a day
	if got := (table.Memory() - table.Bytes + 1<<19) >> 20; got != 237 {
		t.Errorf("the records take %d MiB, want 237", got)
	}
	if got := table.Rate(day); got < 9.9 || got > 10 {
		t.Errorf("rate = %v; want ten a second, less what a round of the sweep takes", got)
	}
	for name, c := range map[string]struct {
		table Table
		want  time.Duration
	}{
		"small":     {Table{Records: 1 << 20, Tick: time.Second}, 256 * time.Second},
		"fast tick": {Table{Records: 1 << 20, Tick: 100 * time.Millisecond}, 25600 * time.Millisecond},
		"large":     {Table{Records: 4 << 20, Tick: time.Second}, 512 * time.Second},
	} {
		if got := c.table.Round(); got != c.want {
			t.Errorf("%s: a round takes %v, want %v", name, got, c.want)
		}
	}
}
