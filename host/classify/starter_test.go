package classify

import (
	"fmt"
	"strings"
	"testing"

	"mcponce/plugin/policy"
)

func TestStarterPutsTheNamedToolsAndNoOthersUnderRead(t *testing.T) {
	var many []string
	for n := range 300 {
		many = append(many, fmt.Sprintf("get_%03d", n))
	}
	for name, reads := range map[string][]string{
		"none":    nil,
		"one":     {"balance"},
		"many":    many,
		"strange": {`a "quoted" name`, `back\slash`, "<b>&</b>", "naïve", "tab\t", "new\nline", "[1]", "tools.get"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := Starter("/mcp", "bank", reads)
			if err != nil {
				t.Fatal(err)
			}
			config, err := policy.Parse([]byte(text))
			if err != nil {
				t.Fatalf("%v, of\n%s", err, text)
			}
			for _, tool := range reads {
				if effect(config, tool) != policy.Read {
					t.Errorf("%q is governed", tool)
				}
				if effect(config, tool+"x") != policy.Write {
					t.Errorf("%q is not governed", tool+"x")
				}
			}
			if effect(config, "transfer") != policy.Write {
				t.Error("a tool that is not named is not governed")
			}
		})
	}
}

func TestStarterGovernsThePathOfTheServer(t *testing.T) {
	for path, want := range map[string]string{
		"/mcp":         `"paths": ["/mcp"]`,
		"/mcp/":        `"paths": ["/mcp/"]`,
		"/":            `"paths": ["/"]`,
		"/a%20b/mcp":   `"paths": ["*"]`, // two readings
		"/a/../mcp":    `"paths": ["*"]`,
		"/mcp;version": `"paths": ["*"]`,
	} {
		text, err := Starter(path, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		config, err := policy.Parse([]byte(text))
		if err != nil || !config.Governs(path) || !strings.Contains(text, want) {
			t.Errorf("%s: %v, got\n%s\nwant that it is governed, by %s", path, err, text, want)
		}
	}
}

// effect is that of a tool at /mcp.
func effect(config *policy.Config, tool string) policy.Effect {
	of, _ := config.Rules("", "/mcp").Tool(tool)
	return of.Effect
}
