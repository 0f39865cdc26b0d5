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

// AdvertisedKey is where the argument stands that lists of tools show for the key, and AdvertisedName its name.
const (
	AdvertisedKey  Pointer = "/" + AdvertisedName
	AdvertisedName         = "idempotency_key"
)

// Advertises tells whether the tool is shown with an argument for the key. It is not where the rule says that the server
// itself has an argument in that place.
func (t *Tool) Advertises() bool {
	return t.Effect != Read && t.Advertise && t.ArgumentKey != AdvertisedKey
}

// KeysOf are the places where a key of the tool's calls is looked for.
func (c *Config) KeysOf(t Tool) []KeySource {
	keys := slices.Clip(c.Keys)
	if t.ArgumentKey != "" {
		keys = append(keys, KeySource{KeyArgument, string(t.ArgumentKey)})
	}
	if t.Advertises() {
		keys = append(keys, KeySource{KeyArgument, string(AdvertisedKey)})
	}
	return keys
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
