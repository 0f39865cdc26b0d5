package scenario

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// request is what reached the origin.
type request struct {
	*http.Request
	body  []byte
	rpc   rpc   // of a single message
	calls []rpc // every tools/call in it
}

type rpc struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name           string          `json:"name"`
		InputResponses json.RawMessage `json:"inputResponses"`
		RequestState   json.RawMessage `json:"requestState"`
	} `json:"params"`
}

// readMessages reads the body as MCP servers do: the last of two equal members wins, names match in any case, invalid
// UTF-8 is replaced, what follows the first value is ignored. A filter that is stricter must not be fooled by it.
func (r *request) readMessages() {
	decode := json.NewDecoder(bytes.NewReader(r.body))
	var messages []rpc
	if trimmed := bytes.TrimSpace(r.body); len(trimmed) > 0 && trimmed[0] == '[' {
		if decode.Decode(&messages) != nil {
			return
		}
	} else {
		if decode.Decode(&r.rpc) != nil {
			return
		}
		messages = []rpc{r.rpc}
	}
	for _, m := range messages {
		if m.Method == "tools/call" {
			r.calls = append(r.calls, m)
		}
	}
}

// id is the token of the message's id, empty when it has none.
func (r *request) id() string { return string(r.rpc.ID) }

// entry is the action that a call of this request belongs to.
func (r *request) entry(call rpc) entry {
	e := entry{principal: r.Header.Get("x-user"), tool: call.Params.Name, key: r.Header.Get("idempotency-key")}
	if call.Params.InputResponses != nil || call.Params.RequestState != nil {
		e.round = string(call.Params.InputResponses) + string(call.Params.RequestState)
	}
	return e
}
