package mcp

import "strings"

// Hints are what a server, or a gateway in its place, says of a tool. It is their word, and proves nothing.
type Hints uint8

const (
	// ReadOnly: the tool changes nothing (readOnlyHint), and nothing that is said contradicts it.
	ReadOnly Hints = 1 << iota
	// Idempotent: to call it again with the same arguments changes nothing more (idempotentHint).
	Idempotent
	// OwnsKey: the tool has an argument of the advertised name itself, or may have one. Unlike the others it relaxes nothing.
	OwnsKey
)

// relaxing are the hints that can only be believed if everybody says so.
const relaxing = ReadOnly | Idempotent

// and joins what two say of one tool.
func (h Hints) and(other Hints) Hints { return h&other&relaxing | (h|other)&^relaxing }

// hintsOf gives the hints that booleans of ToolAnnotations make. A tool that is said to read only and to destroy is not
// believed to read only.
func hintsOf(readOnly, destructive, idempotent bool) Hints {
	h := Hints(0)
	if readOnly && !destructive {
		h |= ReadOnly
	}
	if idempotent {
		h |= Idempotent
	}
	return h
}

// HeaderHints reads the values of a header that tells the called tool's annotations, as Kuadrant's mcp-gateway spells them:
// readOnly=true,destructive=false,idempotent=unspecified,openWorld=true. What is not exactly "true" is not true. Of several
// values, or several words on one hint, all have to say so. ok is false where there is no header.
func HeaderHints(values []string) (said Hints, ok bool) {
	said = relaxing
	for _, value := range values {
		said = said.and(readHints(value))
	}
	return said, len(values) > 0
}

func readHints(value string) Hints {
	words := map[string]string{}
	for part := range strings.SplitSeq(value, ",") {
		name, word, _ := strings.Cut(strings.TrimSpace(part), "=")
		if earlier, twice := words[name]; twice && earlier != word {
			word = "contradiction"
		}
		words[name] = word
	}
	destructive := words["destructive"]
	return hintsOf(words["readOnly"] == "true", destructive == "true" || destructive == "contradiction", words["idempotent"] == "true")
}
