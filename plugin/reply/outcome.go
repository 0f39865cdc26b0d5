package reply

import (
	"encoding/binary"
	"time"
)

// Outcome is what is recorded of a first answer, beyond what the record says: enough to answer any later attempt.
type Outcome struct {
	Status  int
	IsError bool        // Value is a JSON-RPC error, else a result
	Headers [][2]string // those that replays carry
	// Ends is when Value is of no use any more, on the monotonic clock; 0 for never.
	Ends  time.Duration
	Value []byte // raw JSON
}

// Encode returns the outcome as bytes for the store:
//
//	status u16, isError u8, ends i64 (ns), header count u16, then per header name and value, each u16 length and bytes; then Value
//
// All integers are little endian. Headers beyond 65,535 bytes are left out; HTTP gateways bound headers below that.
func (o Outcome) Encode() []byte {
	le := binary.LittleEndian
	b := le.AppendUint16(nil, uint16(o.Status))
	if o.IsError {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	b = le.AppendUint64(b, uint64(o.Ends))
	count := len(b)
	b = le.AppendUint16(b, 0)
	n := uint16(0)
	for _, h := range o.Headers {
		if len(h[0]) > 0xFFFF || len(h[1]) > 0xFFFF || n == 0xFFFF {
			continue
		}
		for _, s := range h {
			b = le.AppendUint16(b, uint16(len(s)))
			b = append(b, s...)
		}
		n++
	}
	le.PutUint16(b[count:], n)
	return append(b, o.Value...)
}

// DecodeOutcome reads what Encode wrote; ok is false when it is not that.
func DecodeOutcome(b []byte) (o Outcome, ok bool) {
	if len(b) < 13 {
		return o, false
	}
	le := binary.LittleEndian
	o.Status, o.IsError = int(le.Uint16(b)), b[2] == 1
	o.Ends = time.Duration(le.Uint64(b[3:]))
	n, rest := int(le.Uint16(b[11:])), b[13:]
	for range n {
		var h [2]string
		for i := range h {
			if len(rest) < 2 || len(rest) < 2+int(le.Uint16(rest)) {
				return Outcome{}, false
			}
			end := 2 + int(le.Uint16(rest))
			h[i], rest = string(rest[2:end]), rest[end:]
		}
		o.Headers = append(o.Headers, h)
	}
	o.Value = rest
	return o, true
}
