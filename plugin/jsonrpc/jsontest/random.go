package jsontest

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Value returns a value of encoding/json's kinds, of about size nodes.
// The alphabets are small, so that equal values do occur.
func Value(r *rand.Rand, size int) any {
	if size > 1 && r.IntN(4) > 0 {
		n := 1 + r.IntN(min(size, 6))
		if r.IntN(2) == 0 {
			list := make([]any, n)
			for k := range list {
				list[k] = Value(r, size/n)
			}
			return list
		}
		object := map[string]any{}
		for range n {
			object[randomString(r)] = Value(r, size/n)
		}
		return object
	}
	return randomScalar(r)
}

func randomScalar(r *rand.Rand) any {
	switch r.IntN(8) {
	case 0:
		return []any{}
	case 1:
		return map[string]any{}
	case 2:
		return nil
	case 3:
		return r.IntN(2) == 0
	case 4, 5:
		return randomString(r)
	default:
		return json.Number(randomNumber(r))
	}
}

func randomString(r *rand.Rand) string {
	alphabet := []string{"a", "b", "A", "name", "\"", "\\", "/", "\n", "\x00", "\x1f", "\x7f", "é", "e\u0301", "€", "\u2028", "\uFFFD", "\uE000", "𝄞"}
	s := ""
	for range r.IntN(4) {
		s += alphabet[r.IntN(len(alphabet))]
	}
	if r.IntN(8) == 0 {
		s = strings.Repeat("long", r.IntN(5)) + s
	}
	return s
}

func randomNumber(r *rand.Rand) string {
	plain := []string{"0", "1", "-1", "10", "1.5", "100", "9007199254740993", "9007199254740992", "0.1", "0.10000000000000000555", "1e400", "-1e-400", "1e999999999"}
	if r.IntN(2) == 0 {
		return plain[r.IntN(len(plain))]
	}
	return strconv.Itoa(r.IntN(2000)-1000) + "e" + strconv.Itoa(r.IntN(10)-5)
}

// Changed returns value with one thing in it changed.
func Changed(r *rand.Rand, value any) any {
	switch v := value.(type) {
	case map[string]any:
		other := maps.Clone(v)
		if names := sortedNames(v); len(names) > 0 && r.IntN(4) > 0 {
			name := names[r.IntN(len(names))]
			switch r.IntN(4) {
			case 0:
				delete(other, name)
			default:
				other[name] = Changed(r, v[name])
			}
			return other
		}
		other["a name that is new"] = nil
		return other
	case []any:
		if len(v) > 0 && r.IntN(4) > 0 {
			other := slices.Clone(v)
			k := r.IntN(len(v))
			other[k] = Changed(r, v[k])
			return other
		}
		return append(slices.Clone(v), nil)
	case json.Number:
		return changedNumber(r, slowNumber(string(v)))
	case string:
		return v + randomString(r) + "x"
	case bool:
		return !v
	default:
		return false
	}
}

// changedNumber returns another number than the canonical one.
func changedNumber(r *rand.Rand, canonical string) json.Number {
	digits, power, _ := strings.Cut(canonical, "e")
	switch {
	case canonical == "0":
		return "1e-30"
	case r.IntN(2) == 0:
		return json.Number(digits + "1e" + power)
	case digits[0] == '-':
		return json.Number(digits[1:] + "e" + power)
	default:
		return json.Number("-" + digits + "e" + power)
	}
}
