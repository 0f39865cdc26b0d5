package gate

import (
	"strings"
	"testing"

	"mcponce/plugin/action"
)

func TestOrders(t *testing.T) {
	for _, c := range []struct {
		name, order  string
		executed, ok bool
	}{
		{"executed", `{"resolve": "executed"}`, true, true},
		{"not executed", ` {"resolve":"not_executed"} `, false, true},
		{"by escape", `{"r\u0065solve": "executed"}`, true, true},
		{"nothing", ``, false, false},
		{"no member", `{}`, false, false},
		{"other member", `{"Resolve": "executed"}`, false, false},
		{"other word", `{"resolve": "Executed"}`, false, false},
		{"no string", `{"resolve": true}`, false, false},
		{"twice", `{"resolve": "not_executed", "resolve": "executed"}`, false, false},
		{"beside another", `{"resolve": "executed", "by": "olga"}`, false, false},
		{"in a list", `["executed"]`, false, false},
		{"something follows", `{"resolve": "executed"} {}`, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if executed, ok := readOrder([]byte(c.order)); ok != c.ok || ok && executed != c.executed {
				t.Errorf("got %v, %v; want %v, %v", executed, ok, c.executed, c.ok)
			}
		})
	}
}

func TestQueries(t *testing.T) {
	for _, c := range []struct {
		query, state string
		place        uint32
		ok           bool
	}{
		{"", "", 0, true},
		{"state=in_doubt", "in_doubt", 0, true},
		{"cursor=17", "", 17, true},
		{"cursor=4294967295&state=done", "done", 4294967295, true},
		{"cursor=4294967296", "", 0, false},
		{"cursor=-1", "", 0, false},
		{"cursor=", "", 0, false},
		{"state=", "", 0, false},
		{"state=absent", "", 0, false},
		{"limit=5", "", 0, false},
		{"&", "", 0, false},
	} {
		t.Run(c.query, func(t *testing.T) {
			if state, place, ok := readQuery(c.query); ok != c.ok || ok && (state != c.state || place != c.place) {
				t.Errorf("got %q, %d, %v; want %q, %d, %v", state, place, ok, c.state, c.place, c.ok)
			}
		})
	}
}

func TestNamesOfActions(t *testing.T) {
	text := "0123456789abcdef" + strings.Repeat("0", 46) + "ff"
	if id, ok := readDigest(text); !ok || id != (action.Digest{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 31: 0xff}) {
		t.Errorf("got %x, %v", id, ok)
	}
	for _, other := range []string{"", text[:12], text + "0", strings.ToUpper(text), text[:63] + "g", text[:63] + "/"} {
		if id, ok := readDigest(other); ok {
			t.Errorf("%q was taken for %x", other, id)
		}
	}
}
