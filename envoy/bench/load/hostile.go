package load

import (
	"fmt"
	"strings"
)

// Hostile is a body that is made to cost its reader, or the first of them: one that is not.
type Hostile struct {
	Name string
	Body []byte
}

// hostileSize of them all, about, in bytes: the plugin's max_request by default.
const hostileSize = 1 << 20

// HostileBodies are the bodies made to cost, and before them a benign one of that size.
func HostileBodies() []Hostile {
	const members = 50_000
	var object strings.Builder
	for i := range members { // out of order; no two alike, since members is no multiple of the prime
		fmt.Fprintf(&object, `,"member%014d":0`, i*1009%members)
	}
	filled := func(before, part, after string) []byte {
		return []byte(before + strings.Repeat(part, (hostileSize-len(before)-len(after))/len(part)) + after)
	}
	return []Hostile{
		{"text", []byte(Payload{Text, hostileSize}.Arguments())},
		{"opening brackets", filled("", "[", "")},
		{"deep arrays", []byte(strings.Repeat("[", hostileSize/2) + strings.Repeat("]", hostileSize/2))},
		{"50,000 members of one object", []byte("{" + object.String()[1:] + "}")},
		{"small objects", filled(`[0`, `,{"b":0,"a":0}`, `]`)},
		{"one number", filled("", "9", "")},
		{"small numbers", filled(`[0`, ",0", `]`)},
		{"one name", filled(`{"`, "n", `":0}`)},
		{"escapes", filled(`"`, `\n`, `"`)},
		{"an escaped name", filled(`{"`, `\ud834\udd1e`, `":0}`)},
	}
}
