package jsonrpc

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Readers fold case by Unicode's simple folding, or by comparing upper or lower
// case. Whatever any of them takes for a letter of a known name must be a
// variant here, and nothing else.
func TestFoldingCoversAllOfUnicode(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		for _, letter := range alikes(r) {
			if letter < utf8.RuneSelf && foldASCII(r) != foldASCII(letter) {
				t.Errorf("%q is not taken for %q", r, letter)
			}
		}
		if folded := foldASCII(r); folded != r && !strings.ContainsRune(string(alikes(r)), folded) {
			t.Errorf("%q is taken for %q", r, folded)
		}
	}
}

// alikes returns the characters that some reader takes for r.
func alikes(r rune) (all []rune) {
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		all = append(all, f)
	}
	return append(all, unicode.ToLower(r), unicode.ToLower(unicode.ToUpper(r)))
}
