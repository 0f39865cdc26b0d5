package mcp

import (
	"slices"
	"testing"

	"mcponce/plugin/policy"
)

func TestPrincipalComesFromTheOneConfiguredSource(t *testing.T) {
	byHeader := policy.Principal{Header: "x-user"}
	shared := policy.Principal{Header: "x-user", AnonymousShared: true}
	byAuthorization := policy.Principal{Authorization: true}
	onlyShared := policy.Principal{AnonymousShared: true}
	for _, c := range []struct {
		name    string
		source  policy.Principal
		headers Headers
		ok      bool
	}{
		{"header", byHeader, untyped("x-user", "alice"), true},
		{"header missing", byHeader, untyped("authorization", "Bearer a"), false},
		{"header empty", byHeader, untyped("x-user", ""), false},
		{"header repeated", byHeader, untyped("x-user", "alice", "x-user", "bob"), false},
		{"header repeated with one value", byHeader, untyped("x-user", "alice", "x-user", "alice"), false},
		{"header repeated, empty first", byHeader, untyped("x-user", "", "x-user", "alice"), false},
		{"authorization", byAuthorization, untyped("authorization", "Bearer a", "x-user", "alice"), true},
		{"authorization missing", byAuthorization, untyped("x-user", "alice"), false},
		{"authorization repeated", byAuthorization, untyped("authorization", "Bearer a", "authorization", "Bearer b"), false},
		{"anonymous, missing", shared, nil, true},
		{"anonymous, there", shared, untyped("x-user", "alice"), true},
		{"anonymous, empty is not missing", shared, untyped("x-user", ""), false},
		{"anonymous, repeated is not missing", shared, untyped("x-user", "alice", "x-user", "bob"), false},
		{"anonymous only", onlyShared, untyped("x-user", "alice", "authorization", "Bearer a"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			who, ok := Principal(c.source, c.headers, noProperty)
			if ok != c.ok || ok == (who == [32]byte{}) {
				t.Errorf("got %x, %v; want %v", who, ok, c.ok)
			}
		})
	}
}

func noProperty([]string) (string, bool) { panic("no property is configured") }

// san is the principal that a client certificate names.
var san = policy.Principal{Property: []string{"connection", "uri_san_peer_certificate"}}

func TestPrincipalOfAPropertyIsText(t *testing.T) {
	shared := policy.Principal{Property: san.Property, AnonymousShared: true}
	for _, c := range []struct {
		name   string
		source policy.Principal
		value  string
		found  bool
		ok     bool
	}{
		{"text", san, "spiffe://bank/alice", true, true},
		{"text outside ASCII", san, "Zoë", true, true},
		{"missing", san, "", false, false},
		{"empty", san, "", true, false},
		{"anonymous, missing", shared, "", false, true},
		{"anonymous, empty is not missing", shared, "", true, false},
		{"anonymous, there", shared, "a", true, true},
		{"integer", san, "\x07\x00\x00\x00\x00\x00\x00\x00", true, false},
		{"number of a claim", san, "\x00\x00\x00\x00\x00\x00\x1c\x40", true, false},
		{"true", san, "\x01", true, false},
		{"list of one", san, "\x01\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00alice\x00\x00", true, false},
		{"no UTF-8", san, "\xffalice", true, false},
		{"line end", san, "alice\n", true, false},
		{"control character of C1", san, "alice\u0085", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := []string(nil)
			who, ok := Principal(c.source, untyped("x-user", "bob"), func(path []string) (string, bool) {
				asked = path
				return c.value, c.found
			})
			if ok != c.ok || ok == (who == [32]byte{}) || !slices.Equal(asked, san.Property) {
				t.Errorf("got %x, %v after %v; want %v", who, ok, asked, c.ok)
			}
		})
	}
}

func TestPrincipalsOfPropertiesAreToldApart(t *testing.T) {
	who := func(value string, path ...string) [32]byte {
		digest, ok := Principal(policy.Principal{Property: path}, nil, func([]string) (string, bool) { return value, true })
		if !ok {
			t.Fatalf("no principal in %q", value)
		}
		return digest
	}
	header, _ := Principal(policy.Principal{Header: "a"}, untyped("a", "alice"), noProperty)
	different(t, map[string][32]byte{
		"alice":                      who("alice", "a"),
		"bob":                        who("bob", "a"),
		"alice of another property":  who("alice", "b"),
		"alice of a longer path":     who("alice", "a", "b"),
		"border of path and value":   who("b", "a", "alice"),
		"dots in an element":         who("alice", "a.b"),
		"alice of a header":          header,
		"an element that is a value": who("a", "alice"),
	})
}

func TestPrincipalsAreToldApart(t *testing.T) {
	who := func(p policy.Principal, pairs ...string) [32]byte {
		digest, ok := Principal(p, untyped(pairs...), noProperty)
		if !ok {
			t.Fatalf("no principal in %q", pairs)
		}
		return digest
	}
	shared := policy.Principal{Header: "x-user", AnonymousShared: true}
	different(t, map[string][32]byte{
		"alice":                     who(shared, "x-user", "alice"),
		"Alice":                     who(shared, "x-user", "Alice"),
		"alice of another source":   who(policy.Principal{Header: "x-client"}, "x-client", "alice"),
		"alice as authorization":    who(policy.Principal{Authorization: true}, "authorization", "alice"),
		"anonymous":                 who(shared),
		"one who calls himself so":  who(shared, "x-user", "anonymous"),
		"one with a source's name":  who(policy.Principal{Header: "x-userx"}, "x-userx", "-useralice"),
		"refreshed token":           who(policy.Principal{Authorization: true}, "authorization", "Bearer b"),
		"value that holds a length": who(shared, "x-user", "alice\x05\x00\x00\x00alice"),
	})
	if who(shared, "x-user", "alice") != who(policy.Principal{Header: "x-user"}, "x-user", "alice", "accept", "*/*") {
		t.Error("one principal has two digests")
	}
	if who(shared) != who(policy.Principal{Header: "x-other", AnonymousShared: true}) {
		t.Error("anonymous callers do not share")
	}
}

func TestActionIsNamedByAllItsParts(t *testing.T) {
	alice, bob := [32]byte{1}, [32]byte{2}
	different(t, map[string][32]byte{
		"an action":                           ActionID("host /mcp", alice, "transfer", "k"),
		"other namespace":                     ActionID("host /mcp2", alice, "transfer", "k"),
		"other principal":                     ActionID("host /mcp", bob, "transfer", "k"),
		"other tool":                          ActionID("host /mcp", alice, "refund", "k"),
		"other key":                           ActionID("host /mcp", alice, "transfer", "l"),
		"border of tool and key shifted":      ActionID("host /mcp", alice, "transferk", ""),
		"border shifted the other way":        ActionID("host /mcp", alice, "transfe", "rk"),
		"border of the namespace shifted":     ActionID("host /mcp\x01", alice, "transfer", "k"),
		"no namespace":                        ActionID("", alice, "transfer", "k"),
		"namespace and tool change places":    ActionID("transfer", alice, "host /mcp", "k"),
		"tool and key change places":          ActionID("host /mcp", alice, "k", "transfer"),
		"a key with the length of another in": ActionID("host /mcp", alice, "transfer", "k\x01\x00\x00\x00k"),
	})
}

func TestNoTwoListsOfPartsHaveOneDigest(t *testing.T) {
	parts := []string{"", "a", "b", "aa", "ab", "abc", "bc", "c", "\x00", "\x01\x00\x00\x00", "\x01\x00\x00\x00a", "a\x01\x00\x00\x00a"}
	lists := [][]string{{}}
	for i := 0; len(lists[i]) < 3; i++ {
		for _, part := range parts {
			lists = append(lists, append(append([]string{}, lists[i]...), part))
		}
	}
	seen := map[[32]byte][]string{}
	for _, list := range lists {
		d := digestOf(list...)
		if other, ok := seen[d]; ok {
			t.Fatalf("%q and %q have one digest", list, other)
		}
		seen[d] = list
	}
}

// different checks that no two of the digests are equal.
func different(t *testing.T, digests map[string][32]byte) {
	t.Helper()
	seen := map[[32]byte]string{}
	for name, d := range digests {
		if other, ok := seen[d]; ok {
			t.Errorf("%q and %q have one digest", name, other)
		}
		seen[d] = name
	}
}
