package reply

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

var outcome = Outcome{Status: 201, IsError: true,
	Headers: [][2]string{{"location", "/payments/1, /payments/2"}, {"etag", `"a"`}, {"mcp-empty", ""}, {"etag", `"b"`}},
	Value:   []byte(`{"code":-32603,"message":"no"}`)}

func TestOutcomeComesBackAsItWasRecorded(t *testing.T) {
	many := make([][2]string, 3000)
	for i := range many {
		many[i] = [2]string{"mcp-x", strings.Repeat("v", i%40)}
	}
	for _, c := range []struct {
		name string
		Outcome
	}{
		{"error with headers", outcome},
		{"result without headers", Outcome{Status: 200, Value: []byte(`{}`)}},
		{"value with every byte", Outcome{Status: 599, Value: []byte("\x00\xff\r\n\"")}},
		{"header as long as can be", Outcome{Status: 200, Headers: [][2]string{{"mcp-x", strings.Repeat("v", 0xFFFF)}}, Value: []byte(`1`)}},
		{"many headers", Outcome{Status: 200, Headers: many, Value: []byte(`1`)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := DecodeOutcome(c.Encode())
			if !ok || !reflect.DeepEqual(got, c.Outcome) {
				t.Errorf("got %v, %.300s", ok, fmt.Sprintf("%+v", got))
			}
		})
	}
}

func TestHeadersThatAreTooLongAreLeftOut(t *testing.T) {
	long := strings.Repeat("v", 0x10000)
	o := Outcome{Status: 200, Headers: [][2]string{{"etag", long}, {"location", "/1"}, {long, "x"}}, Value: []byte(`1`)}
	got, ok := DecodeOutcome(o.Encode())
	if want := [][2]string{{"location", "/1"}}; !ok || !reflect.DeepEqual(got.Headers, want) || string(got.Value) != "1" {
		t.Errorf("got %v, %.300s", ok, fmt.Sprintf("%+v", got))
	}
}

func TestHeadersBeyondTheCountAreLeftOut(t *testing.T) {
	o := Outcome{Status: 200, Headers: make([][2]string, 0x10001), Value: []byte(`1`)}
	if got, ok := DecodeOutcome(o.Encode()); !ok || len(got.Headers) != 0xFFFF || string(got.Value) != "1" {
		t.Errorf("got %v, %d headers, %.20q", ok, len(got.Headers), got.Value)
	}
}

func TestCutOutcomeIsNoOutcome(t *testing.T) {
	encoded := outcome.Encode()
	value := len(encoded) - len(outcome.Value)
	for n := range len(encoded) {
		got, ok := DecodeOutcome(encoded[:n])
		switch {
		case ok != (n >= value):
			t.Errorf("the first %d bytes of %d decode: %v", n, len(encoded), ok)
		case !ok && !reflect.DeepEqual(got, Outcome{}):
			t.Errorf("the first %d bytes decode to %+v", n, got)
		}
	}
}

func TestOtherBytesNeverPanic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		b := make([]byte, random.IntN(40))
		for i := range b {
			b[i] = byte(random.Uint32())
			if random.IntN(2) == 0 {
				b[i] %= 4 // small counts and lengths
			}
		}
		DecodeOutcome(b)
	}
}
