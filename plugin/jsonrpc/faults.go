package jsonrpc

import "strconv"

// Limits bound what [Doc.Fault] lets through.
type Limits struct {
	Depth int // of the deepest value; the outermost one is 1
}

// FaultError tells what makes a valid JSON text unpredictable: other readers
// may find another value in it, or none. Offset counts bytes.
type FaultError struct {
	Offset int
	What   string
}

// Error says what was expected, what came, and what to do.
func (e *FaultError) Error() string {
	return "expected JSON that all readers read alike, got " + e.What +
		" at byte " + strconv.Itoa(e.Offset) + ": leave it out"
}

// Fault looks through the whole document for what is valid but unpredictable:
// a value deeper than the limit, two members of one name in one object, half of
// a surrogate pair (RFC 8259 section 8.2), an exponent too long to compute
// with. Its error is a *FaultError.
func (d *Doc) Fault(limits Limits) error {
	if d.Depth > limits.Depth {
		what := "a value deeper than " + strconv.Itoa(limits.Depth)
		return &FaultError{d.deeper(limits.Depth), what}
	}
	if d.sort(); d.duplicate != nil {
		return d.duplicate
	}
	if !d.unusual {
		return nil
	}
	for i := range d.Tokens {
		switch t := &d.Tokens[i]; {
		case t.Kind == String && t.Escaped:
			if at := loneSurrogate(d.inner(i)); at >= 0 {
				return &FaultError{int(t.Start) + 1 + at, "half of a surrogate pair"}
			}
		case t.Kind == Number && t.End-t.Start > maxExponentDigits:
			if decimalOf(d.Raw(i)).huge {
				what := "an exponent of more than " + strconv.Itoa(maxExponentDigits) + " digits"
				return &FaultError{int(t.Start), what}
			}
		}
	}
	return nil
}

// Torn tells whether string i holds half of a surrogate pair, which readers drop, replace or refuse.
func (d *Doc) Torn(i int) bool {
	return d.Tokens[i].Kind == String && d.Tokens[i].Escaped && loneSurrogate(d.inner(i)) >= 0
}

// deeper returns the position of the first value deeper than limit, or of its
// member's name.
func (d *Doc) deeper(limit int) (offset int) {
	var ends []int32 // of the containers around the token
	for i := range d.Tokens {
		for len(ends) > 0 && ends[len(ends)-1] == int32(i) {
			ends = ends[:len(ends)-1]
		}
		if len(ends) >= limit {
			return int(d.Tokens[i].Start)
		}
		if d.Tokens[i].Kind <= Array {
			ends = append(ends, d.Tokens[i].Next)
		}
	}
	return len(d.Body)
}
