package load

import (
	"fmt"
	"strings"
)

// Shape is what arguments look like. It decides what reading and digesting them costs.
type Shape string

// The two ends of what tools are sent.
const (
	Text  Shape = "text"  // a few long strings
	Dense Shape = "dense" // many small members and numbers
)

// Payload is the arguments of a call.
type Payload struct {
	Shape Shape
	Size  int // bytes of the arguments' JSON
}

// Sizes that are measured.
const (
	Small = 1 << 10
	Large = 16 << 10
)

// String is such as "16 KB, dense".
func (p Payload) String() string { return fmt.Sprintf("%d KB, %s", p.Size>>10, p.Shape) }

// Payloads are those that are measured.
func Payloads() []Payload {
	return []Payload{{Text, Small}, {Dense, Small}, {Text, Large}, {Dense, Large}}
}

// Bodies are those whose reading is measured alone.
func Bodies() []Payload {
	const small, large = 4 << 10, 64 << 10
	return []Payload{{Text, small}, {Dense, small}, {Text, large}, {Dense, large}}
}

// Arguments is a JSON object of exactly p.Size bytes.
func (p Payload) Arguments() string {
	if p.Shape == Text {
		return textArguments(p.Size)
	}
	return denseArguments(p.Size)
}

// prose has what text has: a quote and a line's end to unescape, and a letter beyond ASCII.
const prose = `The invoice of the supplier arrived on the third of March and was approved by “Zoë” in accounting.\nShe wrote: \"pay it\". `

func textArguments(size int) string {
	const head, between, tail = `{"account":"DE00 1234 5678","memo":"`, `","note":"`, `"}`
	room := size - len(head) - len(between) - len(tail)
	return head + fill(room/2) + between + fill(room-room/2) + tail
}

// fill is prose of n bytes. What no whole sentence fits into is padded, so that no escape is cut.
func fill(n int) string {
	return strings.Repeat(prose, n/len(prose)) + strings.Repeat(".", n%len(prose))
}

func denseArguments(size int) string {
	const head, tail = `{"rows":[`, `],"pad":"`
	const end = `"}`
	var rows strings.Builder
	for i := 0; ; i++ {
		row := fmt.Sprintf(`{"id":%d,"qty":%d,"price":%d.%02d,"ok":%t,"sku":"a%d","x":null}`, 1000+i, i%7, i%90+10, i%100, i%3 == 0, i)
		if rows.Len()+1+len(row)+len(head)+len(tail)+len(end) > size {
			break
		}
		if i > 0 {
			rows.WriteByte(',')
		}
		rows.WriteString(row)
	}
	text := head + rows.String() + tail
	return text + strings.Repeat("-", size-len(text)-len(end)) + end
}
