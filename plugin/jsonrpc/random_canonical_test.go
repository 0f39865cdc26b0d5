package jsonrpc

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"mcponce/plugin/jsonrpc/jsontest"
)

const randomDocuments = 3000

func TestEverySpellingHasTheSlowForm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range randomDocuments {
		value := jsontest.Value(r, 1+r.IntN(40))
		want := jsontest.Canonical(value)
		for range 3 {
			body := jsontest.Spell(r, value)
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
		value := jsontest.Value(r, 1+r.IntN(40))
		a, b := jsontest.Spell(r, value), jsontest.Spell(r, jsontest.Changed(r, value))
		if canonical(t, a) == canonical(t, b) {
			t.Fatalf("one form for\n%s\n%s", a, b)
		}
	}
}

func TestFormsAreEqualExactlyIfValuesAre(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	equal := 0
	for range 10 * randomDocuments {
		a, b := jsontest.Value(r, 1+r.IntN(3)), jsontest.Value(r, 1+r.IntN(3))
		want := jsontest.Canonical(a) == jsontest.Canonical(b)
		if want {
			equal++
		}
		spelt, other := jsontest.Spell(r, a), jsontest.Spell(r, b)
		if got := canonical(t, spelt) == canonical(t, other); got != want {
			t.Fatalf("equal forms: %v, equal values: %v\n%s\n%s", got, want, spelt, other)
		}
	}
	if equal < 100 {
		t.Errorf("only %d pairs were equal: the test says little", equal)
	}
}

// A Doc takes over nothing of the text before, longer or shorter, good or bad.
func TestUsedDocReadsAsANewOne(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var used Doc
	for range randomDocuments {
		body := []byte(jsontest.Spell(r, jsontest.Value(r, 1+r.IntN(40))))
		if r.IntN(3) == 0 {
			body = mutated(r, body)
		}
		fresh, err := Parse(body)
		if again := used.Parse(body); !reflect.DeepEqual(again, err) {
			t.Fatalf("%q: got %v, want %v", body, again, err)
		}
		if err != nil {
			continue
		}
		if fault, again := fresh.Fault(Limits{Depth: 8}), used.Fault(Limits{Depth: 8}); !reflect.DeepEqual(again, fault) {
			t.Fatalf("%q: got %v, want %v", body, again, fault)
		}
		if !slices.Equal(used.Tokens, fresh.Tokens) || used.Depth != fresh.Depth {
			t.Fatalf("%q: got %v, want %v", body, used.Tokens, fresh.Tokens)
		}
		if got, want := used.AppendCanonical(nil, 0), fresh.AppendCanonical(nil, 0); string(got) != string(want) {
			t.Fatalf("%q\ngot  %s\nwant %s", body, got, want)
		}
	}
}

func TestFormWithoutMembersIsThatOfTheValueWithoutThem(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range randomDocuments {
		d := mustParse(t, jsontest.Spell(r, jsontest.Value(r, 1+r.IntN(40))))
		without := slices.DeleteFunc(memberNames(d), func(int) bool { return r.IntN(3) > 0 })
		got, want := string(d.AppendCanonicalWithout(nil, 0, without)), jsontest.Canonical(valueWithout(d, 0, without))
		if got != want {
			t.Fatalf("%s without %v\ngot  %s\nwant %s", d.Body, without, got, want)
		}
	}
}

// valueWithout builds value i without some members.
func valueWithout(d *Doc, i int, without []int) any {
	switch d.Tokens[i].Kind {
	case Object:
		object := map[string]any{}
		for name, value := range d.Members(i) {
			if !slices.Contains(without, name) {
				object[d.Text(name)] = valueWithout(d, value, without)
			}
		}
		return object
	case Array:
		list := []any{}
		for value := range d.Elements(i) {
			list = append(list, valueWithout(d, value, without))
		}
		return list
	}
	return valueOf(d, i)
}
