package mcp

import (
	"strings"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

// maxKey bounds a key, in bytes after unquoting.
const maxKey = 255

// Key returns the idempotency key of a call from the configured sources, or "" when no source has one. A key that is
// there but cannot be one, null included, and sources that disagree, are faults: taking either for "no key" or guessing
// would run an action twice.
func (c *Call) Key(h Headers, sources []policy.KeySource) (string, *Fault) {
	key := ""
	for _, source := range sources {
		values, fault := c.keysAt(h, source)
		if fault != nil {
			return "", fault
		}
		for _, value := range values {
			if key != "" && value != key {
				return "", c.malformed("one key is expected: two different ones were sent")
			}
			key = value
		}
	}
	return key, nil
}

func (c *Call) keysAt(h Headers, source policy.KeySource) ([]string, *Fault) {
	var place int
	var ok bool
	switch source.Kind {
	case policy.KeyHeader:
		return c.headerKeys(h.Values(source.Name))
	case policy.KeyMeta:
		if c.meta >= 0 {
			place, ok = c.doc.Member(c.meta, source.Name)
		}
	case policy.KeyParam:
		place, ok = c.param(source.Name)
	case policy.KeyArgument:
		_, place, ok = c.argument(policy.Pointer(source.Name))
	}
	if !ok {
		return nil, nil
	}
	if c.doc.Tokens[place].Kind != jsonrpc.String {
		return nil, c.malformed("a key that is a string is expected")
	}
	key := c.doc.Text(place)
	if !isKey(key) {
		return nil, c.malformed("a key of 1 to 255 visible ASCII characters is expected")
	}
	return []string{key}, nil
}

func (c *Call) headerKeys(values []string) ([]string, *Fault) {
	var keys []string
	for _, value := range values {
		key, ok := parseKeyHeader(value)
		if !ok {
			return nil, c.malformed("a header with a key that is one quoted string or one bare token of 1 to 255 visible ASCII characters is expected")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func (c *Call) malformed(detail string) *Fault {
	return &Fault{jsonrpc.CodeKeyMalformed, detail, c.ID}
}

// parseKeyHeader reads one value of a header with a key: a string of RFC 8941 section 3.3.3, as the IETF draft has it, or bare
// as nearly everybody sends it. Parameters and lists are refused.
func parseKeyHeader(value string) (string, bool) {
	value = strings.Trim(value, " \t")
	if !strings.HasPrefix(value, `"`) {
		return value, isKey(value) && !strings.ContainsAny(value, barred)
	}
	var key []byte
	for i := 1; i < len(value); i++ {
		switch value[i] {
		case '"':
			return string(key), i == len(value)-1 && isKey(string(key))
		case '\\':
			i++
			if i == len(value) || value[i] != '"' && value[i] != '\\' {
				return "", false
			}
		}
		key = append(key, value[i])
	}
	return "", false
}

// barred are the characters that a bare key cannot have: with them it could be a list, a string or have parameters.
const barred = `",;\`

func isKey(key string) bool {
	if len(key) == 0 || len(key) > maxKey {
		return false
	}
	for i := range len(key) {
		if key[i] < 0x21 || key[i] > 0x7E {
			return false
		}
	}
	return true
}

// KeyHeader is the name of the header that holds a key, in requests and towards the server.
const KeyHeader = policy.KeyHeaderName

// SpellKey spells a key as the Idempotency-Key header of the request that goes to the server: bare where that is
// unambiguous, else quoted.
func SpellKey(key string) string {
	if !strings.ContainsAny(key, barred) {
		return key
	}
	return `"` + strings.ReplaceAll(strings.ReplaceAll(key, `\`, `\\`), `"`, `\"`) + `"`
}
