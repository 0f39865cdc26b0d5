package reply

import "strconv"

// object builds a JSON object member by member.
type object struct{ b []byte }

func (o *object) raw(name string, value []byte) {
	if len(o.b) == 0 {
		o.b = append(o.b, '{')
	} else {
		o.b = append(o.b, ',')
	}
	o.b = appendString(o.b, name)
	o.b = append(o.b, ':')
	o.b = append(o.b, value...)
}

func (o *object) text(name, value string) { o.raw(name, appendString(nil, value)) }

func (o *object) number(name string, value int64) { o.raw(name, strconv.AppendInt(nil, value, 10)) }

func (o *object) end() []byte {
	if len(o.b) == 0 {
		return []byte("{}")
	}
	return append(o.b, '}')
}

// appendString writes a JSON string. Text is valid UTF-8.
func appendString(b []byte, text string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// response is a JSON-RPC response around a raw result or error.
func response(id []byte, member string, value []byte) []byte {
	if id == nil {
		id = []byte("null")
	}
	var o object
	o.text("jsonrpc", "2.0")
	o.raw("id", id)
	o.raw(member, value)
	return o.end()
}

var jsonContent = [2]string{"content-type", "application/json"}
