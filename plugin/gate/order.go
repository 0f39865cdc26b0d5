package gate

import (
	"strconv"
	"strings"

	"mcponce/plugin/action"
	"mcponce/plugin/jsonrpc"
)

// Reading what an operator asks for.

// readOrder reads a posted resolution: an object with this one member.
func readOrder(order []byte) (executed, ok bool) {
	doc, err := jsonrpc.Parse(order)
	if err != nil {
		return false, false
	}
	members := 0
	for name, value := range doc.Members(0) {
		members++
		executed = doc.TextIs(value, "executed")
		ok = doc.TextIs(name, "resolve") && (executed || doc.TextIs(value, "not_executed"))
	}
	return executed, ok && members == 1
}

// readQuery reads which records are asked for. An empty state stands for all.
func readQuery(query string) (state string, place uint32, ok bool) {
	if query == "" {
		return "", 0, true
	}
	for part := range strings.SplitSeq(query, "&") {
		switch name, value, _ := strings.Cut(part, "="); name {
		case "state":
			if state = value; !action.IsState(value) {
				return "", 0, false
			}
		case "cursor":
			n, err := strconv.ParseUint(value, 10, 32)
			if place = uint32(n); err != nil {
				return "", 0, false
			}
		default:
			return "", 0, false
		}
	}
	return state, place, true
}

// readDigest reads the name of an action. Package encoding/hex would bring its errors, and with them package fmt, into the
// module.
func readDigest(text string) (id action.Digest, ok bool) {
	if len(text) != 2*len(id) {
		return id, false
	}
	for i := range len(text) {
		digit := strings.IndexByte("0123456789abcdef", text[i])
		if digit < 0 {
			return id, false
		}
		id[i/2] = id[i/2]<<4 | byte(digit)
	}
	return id, true
}

// visibleName: it can stand in a line of the log.
func visibleName(name string) bool {
	for i := range len(name) {
		if name[i] < 0x21 || name[i] > 0x7e {
			return false
		}
	}
	return 1 <= len(name) && len(name) <= longestName
}
