package main

// mode is how a call is executed. The configuration has a tool for each, by this name.
type mode string

const (
	inline   mode = "inline"
	detached mode = "detached"
)

var modes = []mode{inline, detached}

// moment is where a call is when the fault comes: a row of the matrix.
type moment struct {
	name  string
	rest  map[mode]rest
	point string  // of the filter, within a callback; empty if there is none
	from  *moment // where the call rests before it goes on to the point; nil if it need not
}

// rest is how a moment is reached between two callbacks, in directives of package scenario.
type rest struct {
	origin string   // script of the server
	pause  string   // point at which the server stops; empty where it has nothing, or is done
	call   string   // further arguments of the call
	wait   []string // return when the moment has come
	over   bool     // the exchange with the server has ended
}

var (
	beforeClaim = &moment{name: "before the claim", point: "read", rest: both(rest{
		call: "only-half header=(expect: 100-continue)",
		wait: []string{"wait first continue"},
	})}
	claimed    = &moment{name: "claimed, not dispatched", point: "claimed"}
	dispatched = &moment{name: "dispatched, no headers", rest: both(rest{
		pause: "received",
		wait:  []string{"wait origin received"},
	})}
	headers = &moment{name: "headers, no body", rest: map[mode]rest{
		inline:   {pause: "headers", wait: []string{"wait first headers"}},
		detached: {pause: "headers", wait: []string{"wait origin headers"}},
	}}
	half = &moment{name: "half of the body", rest: map[mode]rest{
		inline:   {pause: "half", wait: []string{"wait first body"}},
		detached: {pause: "half", wait: []string{"wait origin half"}},
	}}
	// A detached call's answer comes to the filter when its last byte has, and that of a chunked one is its end.
	answered = &moment{name: "whole body, not recorded", point: "answered", from: half, rest: map[mode]rest{
		detached: {origin: "chunked", pause: "whole", wait: []string{"wait origin whole"}},
	}}
	// Inline, the record is written before the answer's last byte goes on, and the end of a chunked one comes later.
	recorded = &moment{name: "recorded, not delivered", point: "recorded", from: half, rest: map[mode]rest{
		inline:   {origin: "chunked", pause: "whole", wait: []string{"wait first answer"}},
		detached: {call: "unread", wait: []string{"wait origin end", untilRecorded}, over: true},
	}}
)

var moments = []*moment{beforeClaim, claimed, dispatched, headers, half, answered, recorded}

// untilRecorded is no directive: it stands for a wait until the filter has counted an execution.
const untilRecorded = "recorded"

func both(r rest) map[mode]rest { return map[mode]rest{inline: r, detached: r} }
