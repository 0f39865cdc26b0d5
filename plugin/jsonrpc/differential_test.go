package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"mcponce/plugin/jsonrpc/jsontest"
)

// stdDepth is where encoding/json stops reading.
const stdDepth = 10000

// compareWithStandard checks Parse against encoding/json: it accepts the same
// bodies, bar those that are not UTF-8 and those too deep for encoding/json, and
// finds the same value.
func compareWithStandard(t *testing.T, body []byte) {
	t.Helper()
	d, err := Parse(body)
	if want := json.Valid(body) && utf8.Valid(body); (err == nil) != want {
		if err == nil && d.Depth >= stdDepth {
			return
		}
		t.Fatalf("%q\nParse: %v, encoding/json accepts: %v", body, err, want)
	}
	var syntax *SyntaxError
	if err != nil {
		if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(body) {
			t.Fatalf("%q\nbad error %#v", body, err)
		}
		if (syntax.Reason == Trailing) != startsWithValue(body) && syntax.Reason != Encoding {
			t.Fatalf("%q\nreason %d", body, syntax.Reason)
		}
		return
	}
	if got, want := valueOf(d, 0), standardValue(t, body); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q\ngot  %#v\nwant %#v", body, got, want)
	}
}

// startsWithValue tells whether encoding/json finds a complete value, whatever
// follows it.
func startsWithValue(body []byte) bool {
	return json.NewDecoder(bytes.NewReader(body)).Decode(new(json.RawMessage)) == nil
}

func standardValue(t *testing.T, body []byte) (value any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%q: %v", body, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		t.Fatalf("%q: more than one value", body)
	}
	return value
}

// valueOf builds what encoding/json would: the last of equal members wins.
func valueOf(d *Doc, i int) any {
	switch d.Tokens[i].Kind {
	case Object:
		object := map[string]any{}
		for name, value := range d.Members(i) {
			object[d.Text(name)] = valueOf(d, value)
		}
		return object
	case Array:
		list := []any{}
		for value := range d.Elements(i) {
			list = append(list, valueOf(d, value))
		}
		return list
	case String:
		return d.Text(i)
	case Number:
		return json.Number(d.Raw(i))
	case Null:
		return nil
	default:
		return d.Tokens[i].Kind == True
	}
}

func TestParseAgreesWithTheStandardLibrary(t *testing.T) {
	for _, body := range seeds() {
		compareWithStandard(t, []byte(body))
	}
	r := rand.New(rand.NewPCG(4, 4))
	for range randomDocuments {
		body := []byte(jsontest.Spell(r, jsontest.Value(r, 1+r.IntN(30))))
		compareWithStandard(t, body)
		for range 10 {
			compareWithStandard(t, mutated(r, body))
		}
	}
}

// mutated returns body with a few bytes changed, taken out, or put in.
func mutated(r *rand.Rand, body []byte) []byte {
	const alphabet = "{}[]:,\"\\ \t\n0123456789+-.eEtrufalsn/\x00\x1f\x7f\x80\xbf\xc3\xa9\xed\xf0\xff"
	body = slices.Clone(body)
	for range 1 + r.IntN(3) {
		at, c := r.IntN(len(body)+1), alphabet[r.IntN(len(alphabet))]
		switch {
		case r.IntN(3) == 0:
			body = slices.Insert(body, at, c)
		case at == len(body):
			body = append(body, c)
		case r.IntN(2) == 0:
			body[at] = c
		default:
			body = slices.Delete(body, at, at+1)
		}
	}
	return body
}
