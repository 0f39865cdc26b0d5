package classify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"mcponce/host"
	"mcponce/plugin/policy"
)

// Starter gives a configuration to begin with, as JSON text that the filter accepts: the tools named are said to read, every
// other one is governed. path is that of the server's URL, as sent; namespace may be empty. The principal is a header that
// only an authenticating filter should set: calls without it are refused.
func Starter(path, namespace string, reads []string) (string, error) {
	text := starter(path, namespace, reads)
	if _, err := policy.Parse([]byte(text)); err == nil {
		return text, nil
	}
	text = starter("*", namespace, reads) // a path that servers may read in two ways: all are looked at
	if _, err := policy.Parse([]byte(text)); err != nil {
		return "", fmt.Errorf("no configuration can be made of these tools: %w", err)
	}
	return text, nil
}

func starter(path, namespace string, reads []string) string {
	members := []string{`"paths": [` + quote(path) + `]`}
	if namespace != "" {
		members = append(members, `"namespace": `+quote(namespace))
	}
	rules := []string{`{"match": ["*"]}`}
	if len(reads) > 0 {
		rules = append([]string{ReadRule(reads)}, rules...)
	}
	members = append(members, `"principal": {"header": "x-user"}`, `"callout": {"cluster": `+quote(host.Cluster)+`}`,
		"\"tools\": [\n    "+strings.Join(rules, ",\n    ")+"\n  ]")
	return "{\n  " + strings.Join(members, ",\n  ") + "\n}\n"
}

// ReadRule gives the rule by which the tools named are said to read, as JSON text.
func ReadRule(reads []string) string {
	return `{"match": [` + names(reads) + `], "effect": "read"}`
}

const oneLine = 100 // characters

// names are on one line, or each on its own.
func names(all []string) string {
	var quoted []string
	for _, name := range all {
		quoted = append(quoted, quote(name))
	}
	if line := strings.Join(quoted, ", "); len(line) <= oneLine {
		return line
	}
	return "\n      " + strings.Join(quoted, ",\n      ") + "\n    "
}

// quote gives JSON without escapes for what is special in HTML alone.
func quote(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}
