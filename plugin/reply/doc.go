// Package reply makes what leaves the product: refusals, and replays of recorded outcomes. Every answer is whole: status,
// headers, body, and the details string that the gateway's access log shows.
package reply

import "mcponce/plugin/policy"

const (
	// ReplayedHeader marks every answer to an attempt that has a record: "true" on a replay, "false" on the first answer.
	ReplayedHeader = policy.ReplayedHeader
	replayedMember = "mcponce/replayed" // of a replayed result's _meta

	// DetailsPrefix begins the Details of every Answer, and of no other of the gateway's.
	DetailsPrefix = "mcponce_"
)

// Answer is a whole HTTP response.
type Answer struct {
	Name    string // how the attempt ended, in one word: a refusal's name, "replayed", or what the server's answer came to
	Status  int
	Details string // %RESPONSE_CODE_DETAILS% of the gateway: no white space
	Headers [][2]string
	Body    []byte
}
