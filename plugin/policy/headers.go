package policy

import (
	"slices"
	"strings"
)

// ReplayedHeader is the response header by which mcponce marks replays.
const ReplayedHeader = "idempotent-replayed"

const sessionHeader = "mcp-session-id"

// keepsHeader tells whether a lower-case response header is stored with an
// outcome: those that describe it, MCP's own but for the session, and the added ones.
func keepsHeader(name string, added []string) bool {
	switch name {
	case "content-type", "location", "etag":
		return true
	}
	return strings.HasPrefix(name, "mcp-") && name != sessionHeader || slices.Contains(added, name)
}

// neverReplayed tells whether a lower-case response header belongs to one
// delivery, one connection or one client, so that a replay must not repeat it.
func neverReplayed(name string) bool {
	switch name {
	case "set-cookie", "set-cookie2", "www-authenticate", "authentication-info", // a client's own
		"proxy-authenticate", "proxy-authorization", "proxy-authentication-info",
		"content-length", "content-encoding", "content-range", // of the bytes that were sent then
		"date", "age", "server", "via", // of that delivery
		sessionHeader,  // clients adopt it from any answer, and it may be another client's
		ReplayedHeader: // set by mcponce
		return true
	}
	return HopByHop(name) || strings.HasPrefix(name, "x-envoy-")
}

// HopByHop tells whether a lower-case header belongs to one connection (RFC 9110
// section 7.6.1, with the names that are so by custom).
func HopByHop(name string) bool {
	switch name {
	case "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade":
		return true
	}
	return false
}

// headerName gives the name in lower case, if it is a token (RFC 9110, section
// 5.1). The token character * is refused: names are no patterns.
func headerName(text string) (string, bool) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && !strings.ContainsRune("!#$%&'+-.^_`|~", rune(c)) {
			return "", false
		}
	}
	return strings.ToLower(text), text != ""
}

// tokenShape is that of a headerName.
const (
	tokenShape   = `"type": "string", "pattern": "^` + tokenPattern + `$"`
	tokenPattern = `[!#$%&'+.^_` + "`" + `|~0-9A-Za-z-]+`
)

// replayHeader is a header that a replay may repeat.
func replayHeader() kind[string] {
	return text("a header name", headerName).
		such("a header of the outcome, not of one delivery, connection or client", func(s string) bool { return !neverReplayed(s) }).
		shaped(tokenShape)
}
