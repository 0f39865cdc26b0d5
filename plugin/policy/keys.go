package policy

import "strings"

// KeyKind is where in a request a key may stand.
type KeyKind uint8

// A key is a request header, a member of params._meta or a member of params.
const (
	KeyHeader KeyKind = iota
	KeyMeta
	KeyParam
)

// KeyHeaderName is the header of the IETF draft on idempotency keys.
const KeyHeaderName = "idempotency-key"

// KeySource is one place where a key is looked for.
type KeySource struct {
	Kind KeyKind
	Name string // lower-case header name, or exact member name
}

// parseKeySource reads "header", "_meta.NAME" or "params.idempotencyKey". All
// after the first dot is the member's name: names of _meta hold dots and slashes.
func parseKeySource(text string) (KeySource, bool) {
	switch text {
	case "header":
		return KeySource{KeyHeader, KeyHeaderName}, true
	case "params.idempotencyKey":
		return KeySource{KeyParam, "idempotencyKey"}, true
	}
	name, ok := strings.CutPrefix(text, "_meta.")
	return KeySource{KeyMeta, name}, ok && name != ""
}

// keySources are places of the key, each named once.
func keySources() kind[[]KeySource] {
	const want = `"header", "_meta.NAME" or "params.idempotencyKey"`
	one := text(want, parseKeySource).
		shaped(`"type": "string", "pattern": "^(header|params\\.idempotencyKey|_meta\\.[\\s\\S]+)$"`)
	all := list("a list of "+want, one, KeySource{})
	return all.shaped(all.shape + `, "uniqueItems": true`).
		checked(func(v value, _ *[]KeySource) { checkDistinct(v) })
}
