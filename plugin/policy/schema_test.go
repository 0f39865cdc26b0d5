package policy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// schema gives the check of a configuration against the schema alone.
func schema(t *testing.T) func(text string) error {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(Schema()), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) error {
		var config any
		if err := json.Unmarshal([]byte(text), &config); err != nil {
			return err
		}
		return resolved.Validate(config)
	}
}

func TestSchemaIsTheOneOfTheDocumentation(t *testing.T) {
	shown, err := os.ReadFile("../../docs/config.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, []byte(Schema()), "", "  "); err != nil {
		t.Fatal(err)
	}
	if want.WriteByte('\n'); !bytes.Equal(shown, want.Bytes()) {
		t.Error("docs/config.schema.json is not the schema of the fields as they are now: make reference writes it")
	}
}

func TestSchemaAcceptsTheConfigurationsOfTheRepository(t *testing.T) {
	check, seen := schema(t), 0
	for _, pattern := range []string{
		"testdata/example.json", "../../examples/demo/mcponce.json", "../../host/cmd/mcponce/smallest.json",
		"../../host/scenario/testdata/configs/*.json", "../../host/scenario/testdata/*/configs/*.json",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || files == nil {
			t.Fatalf("%s: no configuration (%v)", pattern, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Parse(text); err != nil {
				continue // it is there to be refused
			}
			seen++
			if err := check(string(text)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if seen < 10 {
		t.Errorf("%d configurations; want those of the scenarios too", seen)
	}
}

func TestSchemaAcceptsWhatParseAccepts(t *testing.T) {
	check := schema(t)
	tool := func(members string) string {
		return `{"paths": ["/mcp"], "anonymous": "shared", "callout": {"cluster": "c"}, "tools": [{"match": ["pay"], ` + members + `}]}`
	}
	paths := func(path string) string {
		return `{"paths": [` + path + `], "anonymous": "shared", "tools": [{"match": ["*"]}]}`
	}
	for name, text := range map[string]string{
		"every field":                    everyField,
		"principal beside anonymous":     with(`"anonymous": "shared"`),
		"duration in parts":              tool(`"retention": "1h30m0.5s"`),
		"duration with a sign":           tool(`"retention": "+24h"`),
		"duration with a bare point":     tool(`"retention": "24.h"`),
		"duration without a whole part":  tool(`"retention": ".5h"`),
		"duration in microseconds":       tool(`"retry_after": "1000µs"`),
		"duration in Greek microseconds": tool(`"retry_after": "1000μs"`),
		"no wait":                        tool(`"wait": "0"`),
		"no wait, with unit":             tool(`"wait": "0s"`),
		"no wait, with sign and unit":    tool(`"wait": "-0h0s"`),
		"size with leading zeros":        tool(`"max_result": "007KiB"`),
		"size without a unit":            tool(`"max_result": 1`),
		"detached with a target":         tool(`"execution": "detached"`),
		"path with a trailing slash":     paths(`"/mcp/"`),
		"path with trailing slashes":     paths(`"/mcp//"`),
		"path of any kind":               paths(`"*"`),
		"path with a hidden segment":     paths(`"/.well-known/..mcp"`),
		"path with a lone percent":       paths(`"/100%/mcp"`),
		"key under a long name":          with(`"keys": ["_meta.example.org/a key"]`),
		"key of a header":                with(`"keys": ["header.X-Idempotency-Key"]`),
		"principal of a property":        `{"paths": ["/mcp"], "tools": [{"match": ["*"]}], "principal": {"property": ["a.b", "request"]}}`,
		"outcomes":                       tool(`"outcomes": {"http_300": "in_doubt", "http_599": "release", "error_0": "done", "error_-2147483648": "release", "error_2147483647": "in_doubt"}`),
		"no outcomes":                    tool(`"outcomes": {}`),
		"pointers":                       tool(`"ignore": ["/", "//", "/a/0/~0~1", "/é"]`),
		"no pointers":                    tool(`"ignore": []`),
		"hosts":                          tool(`"hosts": ["*", "A.example", "[::1]", "*.example.*"]`),
		"longest epoch":                  with(`"store": {"epoch": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`),
	} {
		t.Run(name, func(t *testing.T) {
			parse(t, text)
			if err := check(text); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
}

func TestSchemaAcceptsEverySpellingThatParseAccepts(t *testing.T) {
	check := schema(t)
	for member, parts := range map[string][]string{
		`"paths": ["/mcp", %s]`:                                      {"/", "/", "*", "..", ".", "mcp", "%", "2", "f", ";", "?", ":", " "},
		`"defaults": {"retry_after": %s}`:                            {"+", "-", "1", "0", ".", "h", "m", "s", "µs", "ms", " "},
		`"defaults": {"wait": %s}`:                                   {"+", "-", "0", "0", ".", "h", "m", "s"},
		`"max_request": %s`:                                          {"+", "-", "0", "1", "2", "B", "KiB", "MiB", "."},
		`"keys": [%s]`:                                               {"header", "_meta", ".", "params", "idempotencyKey", "/", " "},
		`"principal": {"header": %s}`:                                {"x", "-", "A", "9", "~", ":", " ", "*", "authorization"},
		`"annotation_header": %s`:                                    {"x", "-", "A", "9", "~", ":", " "},
		`"replay_headers": [%s]`:                                     {"x", "-", "A", "_", "é", "date", " "},
		`"defaults": {"argument_key": %s}`:                           {"/", "~", "0", "1", "2", "a", " "},
		`"defaults": {"outcomes": {%s: "release"}}`:                  {"http_", "error_", "-", "0", "1", "404", "5", "32800"},
		`"principal": {"property": ["a", %s]}`:                       {"a", ".", "\u0000", "é", " "},
		`"defaults": {}, "tools": [{"match": ["a"], "hosts": [%s]}]`: {"a", "*", ".", ":", "[", "]", "@", "/", "8", "É"},
		`"namespace": "a", "store": {"epoch": %s}`:                   {"a", "!", "~", " ", "é", "1"},
	} {
		accepted, random := 0, rand.New(rand.NewPCG(1, uint64(len(member)))) // its own, since a map has no order
		for range 4000 {
			text := ""
			for range 1 + random.IntN(5) {
				text += parts[random.IntN(len(parts))]
			}
			quoted, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			config := `{"anonymous": "shared", ` + fmt.Sprintf(member, quoted)
			if !strings.Contains(member, "tools") {
				config += `, "tools": [{"match": ["*"]}]`
			}
			if !strings.Contains(member, "paths") {
				config += `, "paths": ["/mcp"]`
			}
			if _, err := Parse([]byte(config + "}")); err != nil {
				continue
			}
			if accepted++; check(config+"}") != nil {
				t.Errorf("%s}: %v", config, check(config+"}"))
			}
		}
		if accepted < 20 {
			t.Errorf("%s: only %d of the spellings are accepted", member, accepted)
		}
	}
}

// beyondSchema are refusals that a JSON Schema cannot say, or only by repeating a list that the code has.
var beyondSchema = []string{
	"not UTF-8", "duplicate", "duplicate by escape", "duplicate below", "duplicate in a rule", // a reader repairs the text, or takes the last one
	"max_request: above the bound", "max_request: past 64 bits", "store: bytes", // bounds of what has a unit
	"defaults: retention", "tools: no duration", "tools: timeout past 32 bits",
	"tools: retention under the default timeout", "tools: timeout over the default retention",
	"tools: attempts with exponent",                    // a number is its value
	"tools: timed keys too old at birth", "skew: none", // lengths of time in different units
	"defaults: detached and cancelled", "tools: cancelled under detached defaults", "tools: detached under cancelling defaults", // two fields together
	"tools: outcome of a code past 32 bits", "tools: outcome twice", "tools: host with a port",
	"principal: header as a property", "keys: the usual header by its name",
	"admin: governed path", "admin: below it a governed path", "admin: among all paths", // what another field says
	"replay_headers: of a client", "replay_headers: hop by hop", "replay_headers: of Envoy",
}

func TestSchemaRefusesWhatParseRefuses(t *testing.T) {
	check := schema(t)
	known := 0
	for _, c := range refusals() {
		beyond := slices.Contains(beyondSchema, c.name)
		if beyond {
			known++
		}
		if err := check(c.text); (err == nil) != beyond {
			t.Errorf("%s: the schema says %v of %s; want that it refuses it: %v", c.name, err, c.text, !beyond)
		}
	}
	if known != len(beyondSchema) {
		t.Errorf("%d of the %d names in beyondSchema are refusals", known, len(beyondSchema))
	}
}
