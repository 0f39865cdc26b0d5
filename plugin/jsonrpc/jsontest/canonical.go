package jsontest

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Canonical is the canonical form of [mcponce/plugin/jsonrpc.Doc.AppendCanonical], written the obvious way.
func Canonical(value any) string {
	switch v := value.(type) {
	case map[string]any:
		var members []string
		for _, name := range sortedNames(v) {
			members = append(members, slowString(name)+":"+Canonical(v[name]))
		}
		return "{" + strings.Join(members, ",") + "}"
	case []any:
		var elements []string
		for _, e := range v {
			elements = append(elements, Canonical(e))
		}
		return "[" + strings.Join(elements, ",") + "]"
	case json.Number:
		return slowNumber(string(v))
	case string:
		return slowString(v)
	case bool:
		return strconv.FormatBool(v)
	default:
		return "null"
	}
}

func sortedNames(object map[string]any) (names []string) {
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func slowString(s string) string {
	out := `"`
	for _, r := range s {
		if at := strings.IndexRune("\"\\\b\f\n\r\t", r); at >= 0 {
			out += `\` + `"\bfnrt`[at:at+1]
		} else if r < ' ' {
			out += `\u00` + strconv.FormatInt(int64(r)+0x100, 16)[1:]
		} else {
			out += string(r)
		}
	}
	return out + `"`
}

// slowNumber computes digits and exponent with integers of any size.
func slowNumber(raw string) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(raw), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if power == "" {
		power = "0"
	}
	digits, exponent := bigInt(whole+fraction), bigInt(power)
	if digits.Sign() == 0 {
		return "0"
	}
	exponent.Sub(exponent, big.NewInt(int64(len(fraction))))
	for ten, one := big.NewInt(10), big.NewInt(1); ; exponent.Add(exponent, one) {
		quotient, rest := new(big.Int).QuoRem(digits, ten, new(big.Int))
		if rest.Sign() != 0 {
			return digits.String() + "e" + exponent.String()
		}
		digits = quotient
	}
}

func bigInt(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("no integer: " + s)
	}
	return n
}
