package policy

import "testing"

func TestHostIsWhatAnAuthorityCanBeTakenFor(t *testing.T) {
	for authority, want := range map[string]string{
		"bank.example.com":        "bank.example.com",
		"Bank.Example.COM":        "bank.example.com",
		"bank.example.com:8443":   "bank.example.com",
		"bank.example.com.":       "bank.example.com",
		"bank.example.com.:80":    "bank.example.com",
		"bank.example.com:":       "bank.example.com",
		"u:p@bank.example.com:80": "bank.example.com",
		"a@b@bank.example.com":    "bank.example.com",
		"127.0.0.1:80":            "127.0.0.1",
		"[::1]":                   "[::1]",
		"[::1]:80":                "[::1]",
		"":                        "",
	} {
		if got := host(authority); got != want {
			t.Errorf("host of %q is %q, want %q", authority, got, want)
		}
	}
}
