package gate

import (
	"bytes"
	"strconv"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
)

// longestList bounds an answer to tools/list that is read, and one that was added to. Envoy answers 500 in place of a held
// answer that is longer than it buffers, which is 1 MiB if its operator says nothing.
const longestList = 512 << 10

// list is a tools/list whose answer is read on its way to the client: as it passes, or held until the message is whole where
// something may be added to it.
type list struct {
	stream *stream
	rules  policy.Rules
	answer *answer // nil when there is nothing left to read
	held   bool
	read   int // bytes of a held answer that were read
}

// readList has the answer read if the request asks for a list and the configuration has a use for it. An identity encoding is
// asked for, since a compressed answer could not be read.
func (s *stream) readList(rules policy.Rules, body []byte) {
	if reads, _ := s.plugin.config.ReadsLists(); !reads || !mcp.AsksForList(s.headers, body) {
		return
	}
	s.list = &list{stream: s, rules: rules}
	if s.headersHeld() {
		_ = proxywasm.RemoveHttpRequestHeader("accept-encoding") // absent is fine
	}
}

// answerHeaders is told that response headers go to the client. Those of a list that may be added to are held: its length may
// change.
func (l *list) answerHeaders(end bool) types.Action {
	headers, err := proxywasm.GetHttpResponseHeaders()
	if err != nil || end || property("response", "code_details") != viaUpstream {
		return types.ActionContinue
	}
	answer := newAnswer(headers, sends(), longestList)
	switch {
	case answer.status < 200 || answer.status > 299:
		return types.ActionContinue
	case mcp.Compressed(headers):
		l.warn("it is compressed, although identity was asked for")
		return types.ActionContinue
	}
	l.answer = answer
	if _, advertises := l.stream.plugin.config.ReadsLists(); !advertises {
		return types.ActionContinue
	}
	if l.stream.plugin.holds != holdYes { // body and headers would wait for each other
		l.warn("nothing can be added: the gateway does not hold headers")
		return types.ActionContinue
	}
	l.held = true
	return types.ActionPause
}

// answerBody reads the answer. What it says is noted before the client can have it.
func (l *list) answerBody(size int, end bool) types.Action {
	if l.answer == nil {
		return types.ActionContinue
	}
	whole := end
	if size > l.read {
		chunk, err := proxywasm.GetHttpResponseBody(l.read, size-l.read)
		if err != nil {
			l.answer = nil
			l.warn("the gateway does not show it")
			return types.ActionContinue
		}
		whole = l.answer.body.Feed(chunk) || end
	}
	switch {
	case !l.held:
	case l.answer.body.Asks():
		l.release("nothing can be added: the server sends a request before it")
	case size > longestList:
		l.release("it is longer than 512 KiB")
	default:
		l.read = size
	}
	switch {
	case whole:
		l.conclude(size)
	case l.held:
		return types.ActionPause
	}
	return types.ActionContinue
}

// release lets a held answer go on as it comes. It is read to its end.
func (l *list) release(why string) {
	l.warn(why)
	l.held, l.read = false, 0
}

// conclude reads the message, and adds to it if it is held. size is how much of the body is.
func (l *list) conclude(size int) {
	from := l.answer
	l.answer = nil
	message := from.body.Message()
	if message == nil {
		if found, _ := from.body.Answer(); found.Kind == mcp.Unread {
			l.warn("it is longer than 512 KiB")
		}
		return
	}
	tools, err := mcp.ReadList(message)
	if err != nil {
		l.warn(err.Error())
		return
	}
	if tools == nil {
		return
	}
	l.note(tools)
	if l.held {
		l.show(from, message, l.advertise(tools), size)
	}
}

// warn says why a list is not read, or not added to.
func (l *list) warn(why string) {
	l.stream.plugin.warnOnce("an answer to tools/list is left as it is: " + why)
}

// note keeps what the server says of the tools whose rules have a use for it, for all workers.
func (l *list) note(tools *mcp.List) {
	notes := map[action.Digest]byte{}
	for name, said := range tools.Hints() {
		if tool, sure := l.rules.Tool(name); sure && tool.ReadsLists() {
			notes[mcp.ToolID(l.stream.headers, name)] = byte(said)
		}
	}
	if err := l.stream.plugin.notes.Put(notes); err != nil {
		proxywasm.LogError("what a server says of its tools cannot be kept: " + err.Error())
	}
}

// advertise adds the argument for the key to the tools whose rules say so, unless the list lets their calls pass as reading.
func (l *list) advertise(tools *mcp.List) []byte {
	edited, left := tools.Advertise(func(name string, said mcp.Hints) (policy.KeyRule, bool) {
		tool, sure := l.rules.Tool(name)
		g := governance{tool: tool, sure: sure}
		if tool.Annotations == policy.Trusted {
			g.said = said
		}
		return g.whenUnkeyed(), sure && g.governs() && tool.Advertises()
	})
	for _, name := range left {
		l.stream.plugin.warnOnce("no argument for the key is shown for the tool " + strconv.Quote(name[:min(len(name), 100)]) +
			": its inputSchema has one named " + policy.AdvertisedName + ", or cannot be read")
	}
	return edited
}

// show puts the edited message in the place of the message, which is part of the size bytes that are held.
func (l *list) show(from *answer, message, edited []byte, size int) {
	more := len(edited) - len(message)
	if more == 0 {
		return
	}
	body, err := proxywasm.GetHttpResponseBody(0, size)
	at := bytes.Index(body, message)
	switch {
	case err != nil:
		l.warn("the gateway does not show it")
		return
	case at < 0: // an event may break its data into lines
		l.warn("nothing can be added: its message is in several lines of an event")
		return
	case len(body)+more > longestList:
		l.warn("with what is added it is longer than 512 KiB")
		return
	}
	if length := from.headers.Get("content-length"); length != "" {
		old, _ := strconv.Atoi(length)
		if err := proxywasm.ReplaceHttpResponseHeader("content-length", strconv.Itoa(old+more)); err != nil {
			l.warn("its content-length cannot be changed")
			return
		}
	}
	if err := proxywasm.ReplaceHttpResponseBody(bytes.Join([][]byte{body[:at], edited, body[at+len(message):]}, nil)); err != nil {
		l.warn("the gateway does not let it be changed")
		_ = proxywasm.ReplaceHttpResponseHeader("content-length", from.headers.Get("content-length"))
	}
}
