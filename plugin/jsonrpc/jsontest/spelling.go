package jsontest

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Spell writes value as JSON, spelt at random: order of members, white space,
// escapes, numbers.
func Spell(r *rand.Rand, value any) string {
	space := func() string { return strings.Repeat([]string{"", " ", "\n", "\t", "\r"}[r.IntN(5)], r.IntN(3)) }
	var inner []string
	opening, closing := "[", "]"
	switch v := value.(type) {
	case map[string]any:
		opening, closing = "{", "}"
		names := sortedNames(v)
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			inner = append(inner, space()+spellString(r, name)+space()+":"+Spell(r, v[name]))
		}
	case []any:
		for _, e := range v {
			inner = append(inner, Spell(r, e))
		}
	case json.Number:
		return space() + spellNumber(r, slowNumber(string(v))) + space()
	case string:
		return space() + spellString(r, v) + space()
	default:
		return space() + Canonical(v) + space()
	}
	return space() + opening + space() + strings.Join(inner, ",") + space() + closing + space()
}

func spellString(r *rand.Rand, s string) string {
	out := `"`
	for _, c := range s {
		switch {
		case r.IntN(3) == 0 && c > 0xFFFF:
			out += `\u` + hexDigits(r, 0xD800+(c-0x10000)>>10) + `\u` + hexDigits(r, 0xDC00+(c-0x10000)&0x3FF)
		case r.IntN(3) == 0 && c <= 0xFFFF:
			out += `\u` + hexDigits(r, c)
		case r.IntN(2) == 0 && c == '/':
			out += `\/`
		default:
			one := slowString(string(c))
			out += one[1 : len(one)-1]
		}
	}
	return out + `"`
}

func hexDigits(r *rand.Rand, c rune) string {
	digits := strconv.FormatInt(int64(c)+0x10000, 16)[1:]
	if r.IntN(2) == 0 {
		return strings.ToUpper(digits)
	}
	return digits
}

// spellNumber moves the point of a canonical number and pads it with zeros.
func spellNumber(r *rand.Rand, canonical string) string {
	if canonical == "0" {
		return []string{"0", "-0", "0.00", "0e7", "-0.0E-3"}[r.IntN(5)]
	}
	sign := ""
	if canonical[0] == '-' {
		sign, canonical = "-", canonical[1:]
	}
	digits, power, _ := strings.Cut(canonical, "e")
	exponent := bigInt(power)
	if e := exponent.Int64(); r.IntN(2) == 0 && 0 <= e && e < 10 {
		return sign + digits + strings.Repeat("0", int(e))
	}
	digits += strings.Repeat("0", r.IntN(3))
	zeros := len(digits) - len(strings.TrimRight(digits, "0"))
	exponent.Sub(exponent, big.NewInt(int64(zeros)))
	if fraction := r.IntN(len(digits) + 3); fraction > 0 {
		for len(digits) <= fraction {
			digits = "0" + digits
		}
		at := len(digits) - fraction
		digits = digits[:at] + "." + digits[at:]
		exponent.Add(exponent, big.NewInt(int64(fraction)))
	}
	if exponent.Sign() == 0 && r.IntN(2) == 0 {
		return sign + digits
	}
	out := sign + digits + string("eE"[r.IntN(2)])
	if exponent.Sign() < 0 {
		out += "-"
	} else if r.IntN(2) == 0 {
		out += "+"
	}
	return out + strings.Repeat("0", r.IntN(3)) + exponent.Abs(exponent).String()
}
