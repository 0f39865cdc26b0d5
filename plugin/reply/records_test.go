package reply

import "testing"

func TestWhatAnOperatorIsShown(t *testing.T) {
	doubted := Record{Action: "ab", State: "in_doubt", Reason: "client_left", Attempts: 2, FirstSeen: 1000, Changed: 2000, Expires: 3000}
	done := Record{Action: "cd", State: "done", Resolved: "executed", Round: 1, FirstSeen: 1000, Changed: 2000, Expires: 3000, Outcome: "resolved"}
	running := Record{Action: "ef", State: "pending", Attempts: 1, FirstSeen: 1000, Changed: 1000}
	const (
		doubtedJSON = `{"action":"ab","state":"in_doubt","reason":"client_left","round":0,"attempts":2,` +
			`"firstSeen":"1970-01-01T00:00:01.000Z","changed":"1970-01-01T00:00:02.000Z","expires":"1970-01-01T00:00:03.000Z"}`
		doneJSON = `{"action":"cd","state":"done","resolved":"executed","round":1,"attempts":0,` +
			`"firstSeen":"1970-01-01T00:00:01.000Z","changed":"1970-01-01T00:00:02.000Z","expires":"1970-01-01T00:00:03.000Z",` +
			`"outcome":"resolved","size":0,"stored":false}`
		runningJSON = `{"action":"ef","state":"pending","round":0,"attempts":1,` +
			`"firstSeen":"1970-01-01T00:00:01.000Z","changed":"1970-01-01T00:00:01.000Z"}`
	)
	for _, c := range []struct {
		name   string
		answer Answer
		status int
		want   string
	}{
		{"no records", Records(nil, ""), 200, `{"records":[]}`},
		{"a page", Records([]Record{doubted, running}, "17"), 200, `{"records":[` + doubtedJSON + `,` + runningJSON + `],"next":"17"}`},
		{"a resolution", Resolution(done), 200, doneJSON},
		{"a refusal", AdminRefusal(404, "no", ""), 404, `{"error":"no"}`},
		{"a refusal for its state", AdminRefusal(409, "no", "done"), 409, `{"error":"no","state":"done"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(c.answer.Body); got != c.want+"\n" || c.answer.Status != c.status {
				t.Errorf("got  %d %s\nwant %d %s", c.answer.Status, got, c.status, c.want)
			}
		})
	}
	if a := Unauthorized(); a.Status != 401 || a.Body != nil {
		t.Errorf("got %d %s; want 401 and nothing else", a.Status, a.Body)
	}
}
