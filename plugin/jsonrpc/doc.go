// Package jsonrpc reads JSON-RPC messages at a security boundary.
//
// Servers behind the filter are lenient: they take the last of two equal
// members, ignore what follows the first value, replace bytes that are not
// UTF-8, fold the case of names. Each leniency lets two readers see two
// messages in one body. So this reader accepts RFC 8259 and nothing else, and
// names every spelling on which two readers may disagree:
//
//   - [Parse] refuses what is not exactly one JSON text in UTF-8;
//   - [Doc.Ambiguous] finds members of one object that could be taken for each
//     other;
//   - [Doc.Fault] finds what is valid but unpredictable anywhere in a document.
//
// [Doc.AppendCanonical] writes a value in the one form that all its spellings
// share.
//
// Nothing here recurses. Time and memory are linear in the body, with a
// logarithm for sorting names, whatever the body holds.
package jsonrpc

// Kind is the kind of a JSON value.
type Kind uint8

const (
	Object Kind = iota
	Array
	String
	Number
	True
	False
	Null
)

// Token is one value or one member name.
type Token struct {
	Kind Kind
	// Escaped tells that a string holds a backslash: its text differs from its
	// bytes.
	Escaped bool
	// Body[Start:End] is the token as sent: a string with its quotes, an
	// object or array with its brackets and all between them.
	Start, End int32
	// Next is the index of the first token after this one's subtree.
	Next int32
}

// Doc is one parsed JSON text. Its zero value is ready for [Doc.Parse]. A Doc
// serves one goroutine at a time.
type Doc struct {
	// Body is the text, a copy of the body that was parsed.
	Body []byte
	// Tokens lists the values in document order; token 0 is the outermost
	// value. An object's children alternate: name (a String), value with its
	// subtree.
	Tokens []Token
	// Depth is that of the deepest value, scalars included: the outermost
	// value is 1, what it holds is 2.
	Depth int

	unusual   bool    // some string has an escape, or some number could have a long exponent
	order     order   // empty until it is needed
	duplicate error   // the first object's that has two members of one name; found with the order
	around    []int32 // room for the canonical form's stack
}
