package mcp

import "testing"

func TestHintsHeaderSaysWhatKuadrantSpells(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []string
		want   Hints
	}{
		{"all", []string{"readOnly=true,destructive=false,idempotent=true,openWorld=false"}, ReadOnly | Idempotent},
		{"nothing known", []string{"readOnly=unspecified,destructive=unspecified,idempotent=unspecified,openWorld=unspecified"}, 0},
		{"reads", []string{"readOnly=true,destructive=unspecified,idempotent=unspecified,openWorld=true"}, ReadOnly},
		{"idempotent", []string{"readOnly=false,destructive=true,idempotent=true,openWorld=true"}, Idempotent},
		{"white space", []string{" readOnly=true , idempotent=true "}, ReadOnly | Idempotent},
		{"reads and destroys", []string{"readOnly=true,destructive=true,idempotent=true"}, Idempotent},
		{"twice the same", []string{"readOnly=true,readOnly=true"}, ReadOnly},
		{"twice, in contradiction", []string{"readOnly=true,readOnly=false"}, 0},
		{"twice, in contradiction, the other way", []string{"readOnly=false,readOnly=true"}, 0},
		{"three times, in contradiction", []string{"idempotent=true,idempotent=false,idempotent=true"}, 0},
		{"destructive in contradiction", []string{"readOnly=true,destructive=false,destructive=true"}, 0},
		{"two values that agree", []string{"readOnly=true,idempotent=true", "readOnly=true"}, ReadOnly},
		{"two values that do not", []string{"readOnly=true", "idempotent=true"}, 0},
		{"another case", []string{"readonly=true,Idempotent=true"}, 0},
		{"another word for true", []string{"readOnly=True,idempotent=1"}, 0},
		{"names without a word", []string{"readOnly,idempotent"}, 0},
		{"JSON", []string{`{"readOnly":true}`}, 0},
		{"empty", []string{""}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := HeaderHints(c.values); got != c.want || !ok {
				t.Errorf("got %b, %v; want %b", got, ok, c.want)
			}
		})
	}
	if _, ok := HeaderHints(nil); ok {
		t.Error("no header says something")
	}
}
