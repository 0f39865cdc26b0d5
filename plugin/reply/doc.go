// Package reply makes what leaves the product: refusals, and replays of recorded outcomes. Every answer is whole: status,
// headers, body, and the details string that the gateway's access log shows.
package reply

// Answer is a whole HTTP response.
type Answer struct {
	Name    string // how the attempt ended, in one word: a refusal's name, or "replayed"
	Status  int
	Details string // %RESPONSE_CODE_DETAILS% of the gateway: no white space
	Headers [][2]string
	Body    []byte
}
