package policy

import (
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// Parse reads a configuration, a JSON object. The error joins all that was
// found; each line names the JSON path, what was wanted and what came.
func Parse(text []byte) (*Config, error) {
	var found findings
	root := value{found: &found}
	if strings.TrimSpace(string(text)) != "" {
		if !utf8.Valid(text) || !gjson.ValidBytes(text) {
			root.fault("want a JSON object, got text that is not valid JSON in UTF-8")
			return nil, found.join()
		}
		root.json = gjson.ParseBytes(text)
	}
	var c Config
	object("a JSON object", configFields()).read(root, &c)
	if root.json.IsObject() {
		checkPrincipal(root)
		checkCallout(root)
	}
	if err := found.join(); err != nil {
		return nil, err
	}
	return &c, nil
}
