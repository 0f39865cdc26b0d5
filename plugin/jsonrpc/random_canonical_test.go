package jsonrpc

import (
	"math/rand/v2"
	"testing"
)

const randomDocuments = 3000

func TestEverySpellingHasTheSlowForm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range randomDocuments {
		value := randomValue(r, 1+r.IntN(40))
		want := slowCanonical(value)
		for range 3 {
			body := spell(r, value)
			d := mustParse(t, body)
			if err := d.Fault(Limits{Depth: 128}); err != nil {
				t.Fatalf("%s: %v", body, err)
			}
			if got := string(d.AppendCanonical(nil, 0)); got != want {
				t.Fatalf("%s\ngot  %s\nwant %s", body, got, want)
			}
		}
	}
}

func TestChangingOneLeafChangesTheForm(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range randomDocuments {
		value := randomValue(r, 1+r.IntN(40))
		a, b := spell(r, value), spell(r, changed(r, value))
		if canonical(t, a) == canonical(t, b) {
			t.Fatalf("one form for\n%s\n%s", a, b)
		}
	}
}

func TestFormsAreEqualExactlyIfValuesAre(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	equal := 0
	for range 10 * randomDocuments {
		a, b := randomValue(r, 1+r.IntN(3)), randomValue(r, 1+r.IntN(3))
		want := slowCanonical(a) == slowCanonical(b)
		if want {
			equal++
		}
		spelt, other := spell(r, a), spell(r, b)
		if got := canonical(t, spelt) == canonical(t, other); got != want {
			t.Fatalf("equal forms: %v, equal values: %v\n%s\n%s", got, want, spelt, other)
		}
	}
	if equal < 100 {
		t.Errorf("only %d pairs were equal: the test says little", equal)
	}
}
