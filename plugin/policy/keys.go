package policy

import (
	"slices"
	"strings"
)

// KeyKind is where in a request a key may stand.
type KeyKind uint8

// A key is a request header, a member of params._meta, a member of params or something in the arguments.
const (
	KeyHeader KeyKind = iota
	KeyMeta
	KeyParam
	KeyArgument
)

// KeyHeaderName is the header of the IETF draft on idempotency keys.
const KeyHeaderName = "idempotency-key"

// KeySource is one place where a key is looked for.
type KeySource struct {
	Kind KeyKind
	Name string // lower-case header name, exact member name, or Pointer
}

// KeysOf are the places where a key of the tool's calls is looked for.
func (c *Config) KeysOf(t Tool) []KeySource {
	if t.ArgumentKey == "" {
		return c.Keys
	}
	return append(slices.Clone(c.Keys), KeySource{KeyArgument, string(t.ArgumentKey)})
}

// parseKeySource reads "header", "header.NAME", "_meta.NAME" or "params.idempotencyKey". All after the first dot is the
// name: names of _meta hold dots and slashes.
func parseKeySource(text string) (KeySource, bool) {
	switch text {
	case "header":
		return KeySource{KeyHeader, KeyHeaderName}, true
	case "params.idempotencyKey":
		return KeySource{KeyParam, "idempotencyKey"}, true
	}
	if name, ok := strings.CutPrefix(text, "header."); ok {
		name, ok = headerName(name)
		return KeySource{KeyHeader, name}, ok && name != KeyHeaderName // which is "header"
	}
	name, ok := strings.CutPrefix(text, "_meta.")
	return KeySource{KeyMeta, name}, ok && name != ""
}

// keySources are places of the key, each named once.
func keySources() kind[[]KeySource] {
	const want = `"header", "header.NAME", "_meta.NAME" or "params.idempotencyKey"`
	one := text(want, parseKeySource).
		shaped(`"type": "string", "pattern": "^(header(\\.` + tokenPattern + `)?|params\\.idempotencyKey|_meta\\.[\\s\\S]+)$"`)
	all := list("a list of "+want, one, KeySource{})
	return all.shaped(all.shape + `, "uniqueItems": true`).
		checked(func(v value, _ *[]KeySource) { checkDistinct(v) })
}
