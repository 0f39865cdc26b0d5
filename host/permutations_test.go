package host_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"mcponce/host"
)

var permutations = flag.Int("permutations", 1000, "random permutations of calls to send through the filter")

// Random calls, through the compiled filter: whatever the order of members, the white space, the escapes and the spelling of
// numbers, the call is the same; with one other leaf it is another.
func TestPermutedCallsReplayAndChangedOnesConflict(t *testing.T) {
	const each, changes = 10, 2
	b := scripted(t, plugin(t), func(o *host.Options) { o.Plugin.Configuration = config })
	r := rand.New(rand.NewPCG(1, 2))
	for i := range *permutations / each {
		p := permuted{b, r, []string{"inline", "detached"}[i%2], "key-" + strconv.Itoa(i)}
		arguments, extra := randomObject(r, 1+r.IntN(30)), randomValue(r, 3)
		first := p.body(arguments, extra)
		p.want(first, first, "executed")
		for range each {
			p.want(first, p.body(arguments, extra), "replayed")
		}
		for range changes {
			p.want(first, p.body(withAnotherLeaf(r, arguments).(map[string]any), extra), "idempotency_key_conflict")
		}
		p.want(first, p.body(arguments, withAnotherLeaf(r, extra)), "idempotency_key_conflict")
	}
}

// permuted sends spellings of one call.
type permuted struct {
	*bench
	r         *rand.Rand
	tool, key string
}

// body is a spelling of the call. What is in _meta is another thing every time, and does not count.
func (p permuted) body(arguments map[string]any, extra any) string {
	return spell(p.r, map[string]any{"jsonrpc": "2.0", "id": randomDigits(p.r), "method": "tools/call", "params": map[string]any{
		"name": p.tool, "arguments": arguments, "extra": extra, "_meta": map[string]any{"progressToken": randomValue(p.r, 3)}}})
}

func (p permuted) want(first, body, expected string) {
	p.t.Helper()
	caller := p.Send(p.r.IntN(2), host.Post("/mcp", body, [2]string{"x-user", "alice"},
		[2]string{"content-type", "application/json"}, [2]string{"idempotency-key", p.key}))
	executes := p.Upstream()
	if executes != nil {
		executes.Answer(host.JSON(200, executed))
	}
	if got := told(caller); got != expected || (executes != nil) != (expected == "executed") {
		p.t.Fatalf("got %q (%v); want %q, for\n%s\nafter\n%s", got, caller.Answer(), expected, body, first)
	}
}

// randomObject is an object of about size values.
func randomObject(r *rand.Rand, size int) map[string]any {
	object := map[string]any{}
	for range r.IntN(size) + 1 {
		object[randomText(r)] = randomValue(r, size/3)
	}
	return object
}

func randomValue(r *rand.Rand, size int) any {
	switch kind := r.IntN(10); {
	case size > 1 && kind < 3:
		return randomObject(r, size)
	case size > 1 && kind < 6:
		list := make([]any, r.IntN(size))
		for i := range list {
			list[i] = randomValue(r, size/3)
		}
		return list
	case kind == 6:
		return nil
	case kind == 7:
		return r.IntN(2) == 0
	case kind == 8:
		return randomText(r)
	default:
		return randomDecimal(r)
	}
}

// characters need an escape, may have one, or sort in another order in UTF-16 than in UTF-8.
var characters = []rune("abAB01 \"\\/\b\f\n\r\t\x00\x1f\x7fé\u0301€\u2028\ue000\uffff\U0001F600\U0010FFFF")

func randomText(r *rand.Rand) string {
	text := make([]rune, r.IntN(12))
	for i := range text {
		text[i] = characters[r.IntN(len(characters))]
	}
	return string(text)
}

func randomDecimal(r *rand.Rand) decimal {
	d := decimal{r.IntN(2) == 0, fmt.Sprint(r.Int64N(1e6)*10 + 1 + r.Int64N(9)), r.IntN(30) - 15}
	switch r.IntN(8) {
	case 0:
		return decimal{digits: "0"}
	case 1:
		d.digits = []string{"9007199254740993", "18446744073709551617", "123456789012345678901234567891"}[r.IntN(3)]
	case 2:
		d.exponent = []int{400, -400, 999999999, -999999999}[r.IntN(4)]
	}
	return d
}

// randomDigits is a decimal that may be an id: an integer.
func randomDigits(r *rand.Rand) decimal {
	return decimal{digits: fmt.Sprint(r.Int64N(1e6)*10 + 1 + r.Int64N(9)), exponent: r.IntN(5)}
}

// withAnotherLeaf is value with one of its leaves replaced by another value. An empty list or object is a leaf too.
func withAnotherLeaf(r *rand.Rand, value any) any {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 {
			return map[string]any{randomText(r): nil}
		}
		name := slices.Sorted(maps.Keys(v))[r.IntN(len(v))]
		v = maps.Clone(v)
		v[name] = withAnotherLeaf(r, v[name])
		return v
	case []any:
		if len(v) == 0 {
			return []any{nil}
		}
		v, i := slices.Clone(v), r.IntN(len(v))
		v[i] = withAnotherLeaf(r, v[i])
		return v
	case nil:
		return []any{false, "", "null", decimal{digits: "0"}, []any{}, map[string]any{}}[r.IntN(6)]
	case bool:
		return []any{!v, nil, fmt.Sprint(v)}[r.IntN(3)]
	case string:
		return []any{v + " ", v + "\x00", "x" + v, nil, []any{v}}[r.IntN(5)]
	default:
		return anotherDecimal(r, value.(decimal))
	}
}

func anotherDecimal(r *rand.Rand, d decimal) any {
	switch other := d; {
	case d.digits == "0":
		return decimal{digits: "1", exponent: -r.IntN(400)}
	case r.IntN(4) == 0:
		other.negative = !d.negative
		return other
	case r.IntN(3) == 0:
		other.exponent++
		return other
	case r.IntN(2) == 0:
		other.digits, other.exponent = d.digits+"0000000001", d.exponent-10
		return other
	default:
		return spell(r, d) // as text
	}
}
