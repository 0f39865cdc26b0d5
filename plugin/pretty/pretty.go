// Package pretty stands in for github.com/tidwall/pretty, which gjson calls for its path modifiers @pretty and @ugly alone.
// This product uses no modifiers, and the real package brings encoding/json into the module, an eighth of its size. Here
// the modifiers leave a text as it is.
package pretty

// Options are what gjson sets.
type Options struct {
	Width          int
	Prefix, Indent string
	SortKeys       bool
}

// DefaultOptions are what gjson starts from.
var DefaultOptions = &Options{}

// PrettyOptions returns json as it is.
func PrettyOptions(json []byte, _ *Options) []byte { return json }

// Pretty returns json as it is.
func Pretty(json []byte) []byte { return json }

// Ugly returns json as it is.
func Ugly(json []byte) []byte { return json }
