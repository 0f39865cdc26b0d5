package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mcponce/envoy/bench/load"
)

func TestReadingIsJudgedByItsRatios(t *testing.T) {
	var text strings.Builder
	for range load.Bodies() {
		fmt.Fprintf(&text, "4 KB, text\t100\t70\t150\t210\n")
	}
	fmt.Fprintf(&text, "text\t1000\n")
	for range load.HostileBodies()[1:] {
		fmt.Fprintf(&text, "escapes\t9000\n")
	}
	got, err := parseReading(text.String())
	if err != nil {
		t.Fatal(err)
	}
	if b := got.Bodies[0]; b.Valid != 100*time.Nanosecond || b.ScanPart() != 0.7 || b.FormPart() != 0.8 || b.DigestPart() != 0.6 || b.All() != 2.1 || b.Met() {
		t.Errorf("got %+v", b)
	}
	if h := got.Hostile[0]; h.Ratio != 9 || !h.Met() || got.Benign.Body != "text" {
		t.Errorf("got %+v, benign %+v", h, got.Benign)
	}
	for _, bad := range []string{"", "4 KB, text\t1\t2\n", "text\tx\n", "text\t0\n", text.String() + "one more\t1\n"} {
		if _, err := parseReading(bad); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}
