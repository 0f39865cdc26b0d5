package policy

import "testing"

func TestOperatorsPathHoweverItIsSpelled(t *testing.T) {
	admin := Admin{Path: "/mcponce", Secret: "0123456789abcdef0123456789abcdef"}
	for _, c := range []struct {
		name, path, rest string
		below            bool
	}{
		{"itself", "/mcponce", "", true},
		{"below", "/mcponce/records", "/records", true},
		{"query", "/mcponce/records?state=done", "/records", true},
		{"far below", "/mcponce/records/0123", "/records/0123", true},
		{"other case", "/MCPonce/records", "", true},
		{"repeated slashes", "//mcponce/records", "", true},
		{"escape", "/m%63ponce/records", "", true},
		{"dot segments", "/mcp/../mcponce/records", "", true},
		{"only begins so", "/mcponces/records", "", false},
		{"above", "/", "", false},
		{"governed", "/mcp", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if rest, below := admin.Below(c.path); rest != c.rest || below != c.below {
				t.Errorf("got %q, %v; want %q, %v", rest, below, c.rest, c.below)
			}
		})
	}
	if _, below := (Admin{}).Below("/mcponce/records"); below {
		t.Error("without a configuration there is an operator's path")
	}
}
