package policy

import (
	"slices"
	"testing"
)

func TestListsAreReadForGovernedToolsThatAskForIt(t *testing.T) {
	for _, c := range []struct {
		name              string
		members           string
		reads, advertises bool
	}{
		{"nothing said", `"tools": [{"match": ["*"]}]`, false, false},
		{"trust in a rule", `"tools": [{"match": ["a"], "annotations": "trust"}]`, true, false},
		{"trust in the defaults", `"defaults": {"annotations": "trust"}, "tools": [{"match": ["a"], "annotations": "ignore"}]`, true, false},
		{"trust in a reading tool", `"tools": [{"match": ["a"], "effect": "read", "annotations": "trust"}]`, false, false},
		{"advertise in a rule", `"tools": [{"match": ["a"], "advertise": true}]`, true, true},
		{"advertise in the defaults", `"defaults": {"advertise": true}, "tools": [{"match": ["a"], "advertise": false}]`, true, true},
		{"advertise for a reading tool", `"tools": [{"match": ["a"], "effect": "read", "advertise": true}]`, false, false},
		{"advertise where the tool has the argument", `"tools": [{"match": ["a"], "advertise": true, "argument_key": "/idempotency_key"}]`, false, false},
		{"advertise beside another argument", `"tools": [{"match": ["a"], "advertise": true, "argument_key": "/key"}]`, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := parse(t, `{"paths": ["/mcp"], "anonymous": "shared", `+c.members+`}`)
			if reads, advertises := config.ReadsLists(); reads != c.reads || advertises != c.advertises {
				t.Errorf("got %v, %v; want %v, %v", reads, advertises, c.reads, c.advertises)
			}
		})
	}
}

func TestAdvertisedArgumentIsAPlaceOfTheKey(t *testing.T) {
	advertised := KeySource{KeyArgument, "/idempotency_key"}
	for _, c := range []struct {
		name string
		tool Tool
		want []KeySource
	}{
		{"neither", Tool{}, nil},
		{"advertised", Tool{Advertise: true}, []KeySource{advertised}},
		{"the tool's own", Tool{ArgumentKey: "/key"}, []KeySource{{KeyArgument, "/key"}}},
		{"both", Tool{ArgumentKey: "/key", Advertise: true}, []KeySource{{KeyArgument, "/key"}, advertised}},
		{"the tool's own of that name", Tool{ArgumentKey: AdvertisedKey, Advertise: true}, []KeySource{advertised}},
	} {
		config := &Config{Keys: []KeySource{{KeyHeader, KeyHeaderName}}}
		want := append([]KeySource{{KeyHeader, KeyHeaderName}}, c.want...)
		if got := config.KeysOf(c.tool); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", c.name, got, want)
		}
	}
}
