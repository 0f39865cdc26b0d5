package jsonrpc

import "slices"

// builder grows the tape of a document. While a container is open, its token's
// Next holds the index of the container around it: the tape is its own stack.
type builder struct {
	tokens  []Token
	size    int   // of the body
	open    int32 // innermost open container, or -1
	closer  byte  // what ends it: '}' or ']'; 0 if none is open
	depth   int   // of the innermost open container
	deepest int   // depth of the deepest value so far
	// highBytes tells that strings may hold bytes outside ASCII.
	highBytes bool
}

func newBuilder(size int) builder {
	// Enough for text; see grow for the rest.
	return builder{tokens: make([]Token, 0, size/32+8), size: size, open: -1, deepest: 1}
}

// reserve makes room for one more token, at position at.
func (b *builder) reserve(at int) {
	if len(b.tokens) == cap(b.tokens) {
		b.grow(at)
	}
}

// grow makes room for the rest of the body as dense as it was up to position
// at. So a body mostly takes one growth.
func (b *builder) grow(at int) {
	rest := int64(len(b.tokens)) * int64(b.size-at) / int64(at+1)
	b.tokens = slices.Grow(b.tokens, int(rest+rest/8)+8)
}

func (b *builder) add(t Token) {
	b.tokens = b.tokens[:len(b.tokens)+1]
	b.tokens[len(b.tokens)-1] = t
}

func (b *builder) string(s stringTraits, start int32, end int) {
	b.highBytes = b.highBytes || s&highBytes != 0
	b.add(Token{String, s&backslash != 0, start, int32(end), int32(len(b.tokens)) + 1})
}

// plain adds a number or a literal name.
func (b *builder) plain(k Kind, start int32, end int) {
	b.add(Token{k, false, start, int32(end), int32(len(b.tokens)) + 1})
}

// push opens the container that starts with bracket.
func (b *builder) push(bracket byte, start int32) {
	k := Array
	if bracket == '{' {
		k = Object
	}
	b.add(Token{Kind: k, Start: start, Next: b.open})
	b.open = int32(len(b.tokens)) - 1
	b.closer = bracket + 2 // in ASCII, for both kinds
	b.depth++
}

// deepen notes that the container just opened is not empty.
func (b *builder) deepen() {
	b.deepest = max(b.deepest, b.depth+1)
}

// pop closes the innermost open container, whose last byte is before end.
func (b *builder) pop(end int) {
	t := &b.tokens[b.open]
	b.open = t.Next
	t.End, t.Next = int32(end), int32(len(b.tokens))
	b.depth--
	switch {
	case b.open < 0:
		b.closer = 0
	case b.tokens[b.open].Kind == Object:
		b.closer = '}'
	default:
		b.closer = ']'
	}
}
