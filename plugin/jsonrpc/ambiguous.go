package jsonrpc

import "unicode/utf8"

// Ambiguous tells whether readers may disagree on which members object i has:
// two have the same decoded name, or a name equals one of known only if case is
// ignored. The known names are ASCII. It does not look into the values. Its
// error is a *FaultError.
func (d *Doc) Ambiguous(i int, known ...string) error {
	if d.Tokens[i].Kind != Object {
		return nil
	}
	names := nameSorter{doc: d}
	members := names.sorted(i)
	for _, m := range members {
		for _, k := range known {
			if isCaseVariant(names.text(m), k) {
				return &FaultError{int(d.Tokens[m.name].Start), "the member name " + k + " in another case"}
			}
		}
	}
	return names.findDuplicate(members)
}

// isCaseVariant tells whether name and known, which is ASCII, differ, but by
// case alone.
func isCaseVariant(name []byte, known string) bool {
	if string(name) == known {
		return false
	}
	for k := range len(known) {
		r, size := utf8.DecodeRune(name)
		if foldASCII(r) != foldASCII(rune(known[k])) {
			return false
		}
		name = name[size:]
	}
	return len(name) == 0
}

// foldASCII maps to one letter all the characters that some reader takes for
// it when it ignores case: those whose upper or lower case, or Unicode simple
// folding, is the letter's.
func foldASCII(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case r == '\u0130', r == '\u0131': // I with a dot, i without
		return 'i'
	case r == '\u017F': // long s
		return 's'
	case r == '\u212A': // Kelvin sign
		return 'k'
	}
	return r
}
