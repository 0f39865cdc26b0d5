package reply

// Record is what an operator is shown of a record; zero values are left out. Nothing of a key, a principal, a tool or a payload
// is kept in one.
type Record struct {
	Action    string // the whole digest in hex; the log and refusals have its first 12 digits
	State     string
	Reason    string // why it is in doubt
	Resolved  string // what an operator has said of it: "executed" or "not_executed"
	Round     int
	Attempts  int
	FirstSeen int64 // ms since the Unix epoch
	Changed   int64 // likewise
	Expires   int64 // likewise
	Outcome   string
	Size      int // of the outcome in bytes
	Stored    bool
}

// Records answers an operator with a page of records; next is the cursor of the page after it, "" after the last.
func Records(records []Record, next string) Answer {
	list := []byte{'['}
	for i, r := range records {
		if i > 0 {
			list = append(list, ',')
		}
		o := r.object()
		list = append(list, o.end()...)
	}
	var o object
	o.raw("records", append(list, ']'))
	if next != "" {
		o.text("next", next)
	}
	return admin(200, o)
}

// Resolution answers an operator with the record as it is now.
func Resolution(r Record) Answer { return admin(200, r.object()) }

// AdminRefusal says what an operator's request lacks. state is that of the record, where it is what forbids the request.
func AdminRefusal(status int, text, state string) Answer {
	var o object
	o.text("error", text)
	if state != "" {
		o.text("state", state)
	}
	return admin(status, o)
}

// Unauthorized answers whoever does not know the secret, and tells nothing (RFC 9110 section 11.6.1 demands the header).
func Unauthorized() Answer {
	return Answer{Name: adminName, Status: 401, Details: DetailsPrefix + adminName, Headers: [][2]string{{"www-authenticate", "Bearer"}}}
}

const adminName = "admin"

func admin(status int, o object) Answer {
	return Answer{Name: adminName, Status: status, Details: DetailsPrefix + adminName, Headers: [][2]string{jsonContent}, Body: append(o.end(), '\n')}
}

func (r Record) object() (o object) {
	o.text("action", r.Action)
	o.text("state", r.State)
	if r.Reason != "" {
		o.text("reason", r.Reason)
	}
	if r.Resolved != "" {
		o.text("resolved", r.Resolved)
	}
	o.number("round", int64(r.Round))
	o.number("attempts", int64(r.Attempts))
	o.text("firstSeen", timestamp(r.FirstSeen))
	o.text("changed", timestamp(r.Changed))
	if r.Expires != 0 {
		o.text("expires", timestamp(r.Expires))
	}
	if r.Outcome != "" {
		o.text("outcome", r.Outcome)
		o.number("size", int64(r.Size))
		o.raw("stored", boolean(r.Stored))
	}
	return o
}

func boolean(b bool) []byte {
	if b {
		return []byte("true")
	}
	return []byte("false")
}
