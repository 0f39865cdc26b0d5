package policy

// Fault is one fault of a configuration.
type Fault struct {
	Line, Column int    // from 1, a column is a byte; 0 where something is missing
	Text         string // the JSON path, what is wanted and what came, as in the error of Parse
}

// Faults gives what Parse finds, each with its place in the text.
func Faults(text []byte) []Fault {
	_, found := read(text)
	var all []Fault
	for _, f := range found {
		fault := Fault{Text: f.Error()}
		if f.offset > 0 {
			fault.Line, fault.Column = lineAndColumn(text, f.offset)
		}
		all = append(all, fault)
	}
	return all
}
