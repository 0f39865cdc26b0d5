package host

import (
	"reflect"
	"strings"
	"testing"
)

func TestHeaderMapKeepsItsOrder(t *testing.T) {
	given := func() headerMap { return headerMap{{"a", "1"}, {"b", "2"}, {"a", "3"}} }
	for name, c := range map[string]struct {
		change func(h *headerMap)
		want   headerMap
	}{
		"set replaces the first and removes the others": {func(h *headerMap) { h.set("a", "4") }, headerMap{{"a", "4"}, {"b", "2"}}},
		"set of a new name appends":                     {func(h *headerMap) { h.set("c", "4") }, append(given(), [2]string{"c", "4"})},
		"add appends":                                   {func(h *headerMap) { h.add("b", "4") }, append(given(), [2]string{"b", "4"})},
		"remove takes all":                              {func(h *headerMap) { h.remove("a") }, headerMap{{"b", "2"}}},
	} {
		t.Run(name, func(t *testing.T) {
			h := given()
			if c.change(&h); !reflect.DeepEqual(h, c.want) {
				t.Errorf("got %v; want %v", h, c.want)
			}
		})
	}
}

func TestSerializedMapIsReadBack(t *testing.T) {
	h := headerMap{{":status", "200"}, {"empty", ""}, {"a", "b\x00c"}}
	if got := unmarshalHeaders(h.marshal()); !reflect.DeepEqual(got, h) {
		t.Errorf("got %v; want %v", got, h)
	}
}

func TestMapBeyondTheLimitsIsEmpty(t *testing.T) {
	many := make(headerMap, maxPairs+1)
	large := headerMap{{"a", strings.Repeat("x", maxPairBytes)}}
	for name, h := range map[string]headerMap{"pairs": many, "bytes": large} {
		if data := h.marshal(); data != nil {
			t.Errorf("too many %s: got %d bytes; want none", name, len(data))
		}
	}
}

func TestMapThatDoesNotFitItsSizesIsEmpty(t *testing.T) {
	whole := headerMap{{"a", "b"}, {"c", "d"}}.marshal()
	for n := range whole {
		if got := unmarshalHeaders(whole[:n]); len(got) > 0 {
			t.Errorf("the first %d of %d bytes: got %v; want nothing", n, len(whole), got)
		}
	}
	if got := unmarshalHeaders(append(whole, 0)); len(got) > 0 {
		t.Errorf("one byte too many: got %v; want nothing", got)
	}
}
