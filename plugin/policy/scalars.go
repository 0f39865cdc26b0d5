package policy

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// duration is a positive length of time in Go's spelling. The shortest is a
// millisecond: hosts and callers count in those.
func duration() kind[time.Duration] {
	return text(`a duration such as "24h"`, func(s string) (time.Duration, bool) {
		d, err := time.ParseDuration(s)
		return d, err == nil
	}).such("a duration of at least 1ms", func(d time.Duration) bool { return d >= time.Millisecond }).
		shaped(`"type": "string", "pattern": "^\\+?` + durationPattern + `$"`)
}

// durationPattern is Go's spelling of a length of time, without its sign.
const durationPattern = `(([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+`

// pause is a length of time that may be none.
func pause() kind[time.Duration] {
	return text(`a duration such as "30s", or "0s"`, func(s string) (time.Duration, bool) {
		d, err := time.ParseDuration(s)
		return d, err == nil && d >= 0
	}).shaped(`"type": "string", "pattern": "^[+-]?(` + durationPattern + `|0)$"`)
}

// timeout is a duration that a host can count: proxy-wasm gives callouts a
// 32-bit number of milliseconds.
func timeout() kind[time.Duration] {
	const most = 1000 * time.Hour
	return duration().such("a duration of at most 1000h", func(d time.Duration) bool { return d <= most })
}

// integer is a whole number in bounds, written without fraction or exponent.
func integer[V int | int64](least, most V) kind[V] {
	from, to := strconv.FormatInt(int64(least), 10), strconv.FormatInt(int64(most), 10)
	want := "an integer from " + from + " to " + to
	return scalar(want, func(json gjson.Result) (V, bool) {
		n, err := strconv.ParseInt(json.Raw, 10, 64)
		return V(n), err == nil && int64(least) <= n && n <= int64(most)
	}).shaped(`"type": "integer", "minimum": ` + from + `, "maximum": ` + to)
}

// size is a positive number of bytes, up to most, as a number or with a unit.
func size[V int | int64](most V, mostText string) kind[V] {
	want := `a size such as 65536 or "256KiB" (B, KiB, MiB, GiB), at most ` + mostText
	return scalar(want, func(json gjson.Result) (V, bool) {
		digits, unit := json.Raw, int64(1)
		if json.Type == gjson.String {
			digits, unit = cutUnit(json.String())
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n <= 0 || n > math.MaxInt64/unit || digits[0] == '+' {
			return 0, false
		}
		return V(n * unit), n*unit <= int64(most)
	}).shaped(`"type": ["integer", "string"], "minimum": 1, "maximum": ` + strconv.FormatInt(int64(most), 10) +
		`, "pattern": "^0*[1-9][0-9]*(B|KiB|MiB|GiB)$"`)
}

// cutUnit splits a size; without a unit there are no digits either.
func cutUnit(s string) (digits string, unit int64) {
	units := [...]string{"B", "KiB", "MiB", "GiB"}
	for i := len(units) - 1; i >= 0; i-- {
		if digits, ok := strings.CutSuffix(s, units[i]); ok {
			return digits, 1 << (10 * i)
		}
	}
	return "", 1
}

// word is a string that is not empty.
func word(want string) kind[string] {
	return text(want, func(s string) (string, bool) { return s, s != "" }).
		shaped(`"type": "string", "minLength": 1`)
}

// visible is 1 to most visible ASCII characters.
func visible(most int) kind[string] {
	want := "1 to " + strconv.Itoa(most) + " visible ASCII characters"
	return text(want, func(s string) (string, bool) {
		for i := 0; i < len(s); i++ {
			if s[i] < 0x21 || s[i] > 0x7e {
				return "", false
			}
		}
		return s, 1 <= len(s) && len(s) <= most
	}).shaped(`"type": "string", "pattern": "^[!-~]{1,` + strconv.Itoa(most) + `}$"`)
}

// toggle is true or false.
func toggle() kind[bool] {
	return scalar("true or false", func(json gjson.Result) (bool, bool) { return json.Bool(), json.IsBool() }).
		shaped(`"type": "boolean"`)
}

// constant is the one JSON value that switches something on.
func constant(json string) kind[bool] {
	return scalar(json, func(got gjson.Result) (bool, bool) { return true, got.Raw == json }).
		shaped(`"const": ` + json)
}
