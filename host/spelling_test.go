package host_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Values are nil, bool, string, decimal, []any and map[string]any. A value is spelt as JSON in many ways.

// decimal is digits times ten to the exponent. The digits begin and end with another digit than 0, or are "0".
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// word writes JSON, spelt at random.
type word struct {
	*rand.Rand
	strings.Builder
}

// spell writes value as JSON: members in any order, white space anywhere, characters escaped or not, numbers in any form.
func spell(r *rand.Rand, value any) string {
	w := &word{Rand: r}
	w.value(value)
	return w.String()
}

func (w *word) value(value any) {
	w.space()
	defer w.space()
	switch v := value.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		w.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		w.list("{}", len(names), func(i int) {
			w.value(names[i])
			w.WriteString(":")
			w.value(v[names[i]])
		})
	case []any:
		w.list("[]", len(v), func(i int) { w.value(v[i]) })
	case string:
		w.text(v)
	case decimal:
		w.number(v)
	case nil:
		w.WriteString("null")
	default:
		fmt.Fprint(w, v)
	}
}

func (w *word) list(brackets string, n int, element func(int)) {
	w.WriteString(brackets[:1])
	w.space()
	for i := range n {
		if i > 0 {
			w.WriteString(",")
		}
		element(i)
	}
	w.WriteString(brackets[1:])
}

func (w *word) space() {
	if w.IntN(4) == 0 {
		w.WriteString([]string{" ", "\n", "\t", "\r\n", "   "}[w.IntN(5)])
	}
}

var short = map[rune]string{'"': `\"`, '\\': `\\`, '/': `\/`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func (w *word) text(s string) {
	w.WriteString(`"`)
	for _, c := range s {
		escape, must := short[c], c < ' ' || c == '"' || c == '\\'
		switch kind := w.IntN(4); {
		case escape != "" && (kind == 0 || must && kind < 3):
			w.WriteString(escape)
		case must || kind == 1:
			w.escape(c)
		default:
			w.WriteRune(c)
		}
	}
	w.WriteString(`"`)
}

// escape writes \uXXXX, beyond the basic plane twice (RFC 8259 section 7).
func (w *word) escape(c rune) {
	units := []rune{c}
	if c > 0xFFFF {
		units = []rune{0xD800 + (c-0x10000)>>10, 0xDC00 + (c-0x10000)&0x3FF}
	}
	for _, unit := range units {
		fmt.Fprintf(w, []string{`\u%04x`, `\u%04X`}[w.IntN(2)], unit)
	}
}

// number moves the point and pads with zeros.
func (w *word) number(d decimal) {
	if d.digits == "0" {
		w.WriteString([]string{"0", "-0", "0.00", "0e7", "-0.0E-3"}[w.IntN(5)])
		return
	}
	if d.negative {
		w.WriteString("-")
	}
	zeros := w.IntN(3)
	digits, exponent := d.digits+strings.Repeat("0", zeros), d.exponent-zeros
	if fraction := w.IntN(len(digits) + 3); fraction > 0 {
		digits = strings.Repeat("0", max(0, fraction+1-len(digits))) + digits
		digits = digits[:len(digits)-fraction] + "." + digits[len(digits)-fraction:]
		exponent += fraction
	} else if 0 < exponent && exponent < 9 && w.IntN(2) == 0 {
		digits, exponent = digits+strings.Repeat("0", exponent), 0
	}
	w.WriteString(digits)
	if exponent != 0 || w.IntN(2) == 0 {
		w.exponent(exponent)
	}
}

func (w *word) exponent(e int) {
	sign := []string{"", "+"}[w.IntN(2)]
	if e < 0 {
		sign, e = "-", -e
	}
	w.WriteString(string("eE"[w.IntN(2)]) + sign + strings.Repeat("0", w.IntN(3)) + strconv.Itoa(e))
}
