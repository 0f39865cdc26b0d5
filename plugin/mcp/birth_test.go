package mcp

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestBirthOfKeys(t *testing.T) {
	for _, c := range []struct {
		name, key string
		want      int64 // 0: the key does not tell
	}{
		{"UUID of version 7 (RFC 9562 A.6)", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", 0x017F22E279B0},
		{"in lower case", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", 0x017F22E279B0},
		{"of another variant", "017F22E2-79B0-7CC3-18C4-DC0C0C07398F", 0},
		{"version 4", "919108f7-52d1-4320-9bac-f847db4148a8", 0},
		{"version 1", "C232AB00-9414-11EC-B3C8-9F6BDECED846", 0},
		{"no hexadecimal digit", "017F22E2-79B0-7CC3-98C4-DC0C0C07398G", 0},
		{"a sign among the digits", "+17F22E2-79B0-7CC3-98C4-DC0C0C07398F", 0},
		{"a sign in the second half", "017F22E2-79B0-7CC3-98C4-DC0C0C0739-F", 0},
		{"dashes elsewhere", "017F22E279B0-7CC3-98C4-DC0C0C-07398F", 0},
		{"without dashes", "017F22E279B07CC398C4DC0C0C07398F", 0},
		{"in braces", "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}", 0},
		{"born at the epoch", "00000000-0000-7000-8000-000000000000", 1},
		{"ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV", 1469922850259},
		{"ULID in lower case", "01arz3ndektsv4rrffq69g5fav", 1469922850259},
		{"largest ULID", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", 1<<48 - 1},
		{"past the largest ULID", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", 0},
		{"a letter that no ULID has", "01ARZ3NDEKTSV4RRFFQ69G5FAU", 0},
		{"26 characters that are none", strings.Repeat("-", 26), 0},
		{"a word", "order-4711", 0},
	} {
		if ms, ok := bornOf(c.key); ok != (c.want != 0) || ok && ms != c.want {
			t.Errorf("%s: got %d, %v; want %d", c.name, ms, ok, c.want)
		}
	}
}

func TestDates(t *testing.T) {
	for range 2000 {
		at := time.UnixMilli(rand.Int64N(7_000_000_000) * 1000).UTC()
		text := at.Format("Mon, 02 Jan 2006 15:04:05 GMT")
		if ms, ok := parseDate(text); !ok || ms != max(at.UnixMilli(), 1) {
			t.Fatalf("%s: got %d, %v; want %d", text, ms, ok, at.UnixMilli())
		}
	}
	for _, text := range []string{
		"", "2026-12-01T00:00:00Z", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
		"Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 nov 1994 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT", "unT, 06 Nov 1994 08:49:37 GMT",
		"Sun, 06 ovD 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 1995 08:49:37 GMT",
		"Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
		"Fri, 06 Nov 1969 08:49:37 GMT",
	} {
		if _, ok := parseDate(text); ok {
			t.Errorf("%q is taken for a date", text)
		}
	}
}

func TestBirthOfAnAttempt(t *testing.T) {
	const (
		key   = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F" // Tue, 22 Feb 2022 19:22:22.000 GMT
		keyMs = 0x017F22E279B0
		date  = "Tue, 22 Feb 2022 19:22:21 GMT"
		later = "Tue, 22 Feb 2022 19:22:23 GMT"
		skew  = 5 * time.Second
	)
	for _, c := range []struct {
		name, key string
		headers   []string
		timed     bool
		now       int64
		want      int64 // -1: malformed
	}{
		{"an opaque key tells nothing", "k", nil, false, keyMs, 0},
		{"nor does a timed one where nobody asks", key, nil, false, keyMs, 0},
		{"a timed key tells where it has to", key, nil, true, keyMs, keyMs},
		{"an opaque key is malformed there", "k", nil, true, keyMs, -1},
		{"also with a date", "k", []string{date}, true, keyMs, -1},
		{"a date tells for any key", "k", []string{date}, false, keyMs, keyMs - 1000},
		{"the earlier of two counts: the date", key, []string{date}, true, keyMs, keyMs - 1000},
		{"the earlier of two counts: the key", key, []string{later}, true, keyMs, keyMs},
		{"the same date twice", "k", []string{date, date}, false, keyMs, keyMs - 1000},
		{"no date", "k", []string{"yesterday"}, false, keyMs, -1},
		{"an empty date", "k", []string{""}, false, keyMs, -1},
		{"in the future, within the skew", key, nil, true, keyMs - 5000, keyMs},
		{"further in the future", key, nil, true, keyMs - 5001, -1},
		{"a date further in the future", "k", []string{date}, false, keyMs - 6001, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var h Headers
			for _, value := range c.headers {
				h = append(h, [2]string{FirstSentHeader, value})
			}
			call := &Call{ID: []byte("1")}
			got, fault := call.Born(h, c.key, c.timed, c.now, skew)
			if fault != nil {
				got = -1
			}
			if got != c.want {
				t.Fatalf("got %d, %v; want %d", got, fault, c.want)
			}
		})
	}
}
