package policy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"mcponce/plugin/jsonrpc"
)

// Outcomes say what answers without a result prove, where a server's contract says more than is built in.
type Outcomes []Outcome

// Outcome is what one HTTP status, or one code of a JSON-RPC error, proves.
type Outcome struct {
	Status int   // 300 to 599; 0 where the rule is about a code
	Code   int64 // of 32 bits, and not -32800
	Ending Ending
}

// Ending is what becomes of the action.
type Ending uint8

// Nothing was executed; or nobody knows; or the error is the outcome, which only a code can say.
const (
	EndRelease Ending = iota
	EndInDoubt
	EndDone
)

var endings = [...]string{"release", "in_doubt", "done"}

// OfStatus is what an HTTP status proves, if that is configured.
func (o Outcomes) OfStatus(status int) (Ending, bool) {
	return o.first(func(one Outcome) bool { return one.Status != 0 && one.Status == status })
}

// OfCode is what the code of a JSON-RPC error proves, if that is configured.
func (o Outcomes) OfCode(code int64) (Ending, bool) {
	return o.first(func(one Outcome) bool { return one.Status == 0 && one.Code == code })
}

func (o Outcomes) first(is func(Outcome) bool) (Ending, bool) {
	if i := slices.IndexFunc(o, is); i >= 0 {
		return o[i].Ending, true
	}
	return 0, false
}

// parseOutcome reads the name of a member: http_STATUS or error_CODE, in plain decimal digits.
func parseOutcome(name string) (o Outcome, ok bool) {
	if digits, ok := strings.CutPrefix(name, "http_"); ok {
		status, err := strconv.Atoi(digits)
		return Outcome{Status: status}, err == nil && 300 <= status && status <= 599 && strconv.Itoa(status) == digits
	}
	digits, ok := strings.CutPrefix(name, "error_")
	code, err := strconv.ParseInt(digits, 10, 32)
	return Outcome{Code: code}, ok && err == nil && strconv.FormatInt(code, 10) == digits
}

// outcomes is an object whose members are named by what they are about.
func outcomes() kind[Outcomes] {
	const want = `an object such as {"http_404": "release", "error_-32050": "in_doubt"}`
	read := func(v value, into *Outcomes) {
		if !v.json.IsObject() {
			v.refuse(want)
			return
		}
		var all Outcomes
		var seen []string
		v.json.ForEach(func(key, json gjson.Result) bool {
			if name := key.String(); slices.Contains(seen, name) {
				v.at(name).on(key).fault("duplicate member")
			} else if one, ok := readOutcome(v.at(name), key, json); ok {
				all = append(all, one)
			}
			seen = append(seen, key.String())
			return true
		})
		*into = all
	}
	return kind[Outcomes]{want: want, read: read}.shaped(`"type": "object", ` +
		`"propertyNames": {"pattern": "^(http_[345][0-9][0-9]|error_(0|-?[1-9][0-9]{0,9}))$", "not": {"const": "error_-32800"}}, ` +
		`"patternProperties": {"^http_": {"enum": ["release", "in_doubt"]}, "^error_": {"enum": ["release", "in_doubt", "done"]}}`)
}

func readOutcome(m value, key, json gjson.Result) (Outcome, bool) {
	o, ok := parseOutcome(key.String())
	allowed, want := endings[:], `"release", "in_doubt" or "done"`
	if o.Status != 0 { // without an answer there is nothing to keep
		allowed, want = endings[:EndDone], `"release" or "in_doubt"`
	}
	ending := slices.Index(allowed, json.String())
	switch {
	case !ok:
		m.on(key).fault("want http_STATUS (300 to 599) or error_CODE as the name")
	case o.Status == 0 && o.Code == jsonrpc.CodeCancelled:
		m.on(key).fault("want another code: -32800 (cancelled) always puts in doubt, since servers answer it although the effect happened")
	case json.Type != gjson.String || ending < 0:
		m.on(json).refuse(want)
	default:
		o.Ending = Ending(ending)
		return o, true
	}
	return o, false
}
