package mcp

import (
	"encoding/base64"
	"testing"

	"mcponce/plugin/jsonrpc"
)

func sentinel(name string) string {
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(name)) + "?="
}

// versioned is a governed call that says its protocol version.
var versioned = withParams(`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`)

func TestHeadersThatMirrorTheBodyMustAgree(t *testing.T) {
	for _, c := range []struct {
		name    string
		headers Headers
		body    string
		agree   bool
	}{
		{"none", sent(), versioned, true},
		{"all", sent("mcp-method", "tools/call", "mcp-name", "transfer", "mcp-protocol-version", "2026-07-28"), versioned, true},
		{"version of a body that says none", sent("mcp-protocol-version", "2025-11-25"), base, true},
		{"name by escape", sent("mcp-name", "transfer"), edit("transfer", `tr\u0061nsfer`), true},
		{"encoded name", sent("mcp-name", sentinel("transfer")), base, true},
		{"encoded name outside ASCII", sent("mcp-name", sentinel("überweisung")), edit("transfer", "überweisung"), true},
		{"encoded name that looks encoded", sent("mcp-name", sentinel("=?base64?eA==?=")), edit("transfer", "=?base64?eA==?="), true},

		{"other method", sent("mcp-method", "tools/list"), base, false},
		{"method of another case", sent("mcp-method", "Tools/Call"), base, false},
		{"empty method", sent("mcp-method", ""), base, false},
		{"other name", sent("mcp-name", "balance"), base, false},
		{"name of another case", sent("mcp-name", "Transfer"), base, false},
		{"empty name", sent("mcp-name", ""), base, false},
		{"name whose space is lost", sent("mcp-name", "transfer"), edit("transfer", "transfer "), false},
		{"folded names", sent("mcp-name", "transfer, transfer"), base, false},
		{"other encoded name", sent("mcp-name", sentinel("balance")), base, false},
		{"name encoded twice", sent("mcp-name", sentinel(sentinel("transfer"))), base, false},
		{"sentinel without its end", sent("mcp-name", "=?base64?dHJhbnNmZXI="), base, false},
		{"sentinel of what is no Base64", sent("mcp-name", "=?base64?transfer?="), base, false},
		{"other version", sent("mcp-protocol-version", "2025-11-25"), versioned, false},
		{"empty version", sent("mcp-protocol-version", ""), versioned, false},
		{"version that is no string in the body", sent("mcp-protocol-version", "1"),
			withParams(`"_meta":{"io.modelcontextprotocol/protocolVersion":1}`), false},

		{"two methods", sent("mcp-method", "tools/call", "mcp-method", "tools/list"), base, false},
		{"two equal methods", sent("mcp-method", "tools/call", "mcp-method", "tools/call"), base, false},
		{"two names", sent("mcp-name", "transfer", "mcp-name", "balance"), base, false},
		{"two equal names", sent("mcp-name", "transfer", "mcp-name", "transfer"), base, false},
		{"two versions", sent("mcp-protocol-version", "2026-07-28", "mcp-protocol-version", "2025-11-25"), versioned, false},
		{"two equal versions", sent("mcp-protocol-version", "2026-07-28", "mcp-protocol-version", "2026-07-28"), versioned, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.agree {
				read(t, c.headers, c.body)
				return
			}
			_, fault := Read(c.headers, []byte(c.body), governed)
			wantFault(t, fault, jsonrpc.CodeHeaderMismatch, "7")
		})
	}
}

func TestVersionIsThatOfTheBodyElseOfTheHeader(t *testing.T) {
	for _, c := range []struct {
		name    string
		headers Headers
		body    string
		want    string
		modern  bool
	}{
		{"neither", sent(), base, "", false},
		{"body", sent(), versioned, "2026-07-28", true},
		{"both", sent("mcp-protocol-version", "2026-07-28"), versioned, "2026-07-28", true},
		{"header of an older version", sent("mcp-protocol-version", "2025-11-25"), base, "2025-11-25", false},
		{"header", sent("mcp-protocol-version", "2026-07-28"), base, "2026-07-28", true},
		{"later version", sent("mcp-protocol-version", "2027-01-01"), base, "2027-01-01", true},
		{"_meta without a version", sent("mcp-protocol-version", "2025-11-25"), withParams(`"_meta":{}`), "2025-11-25", false},
		{"version that is no string", sent(), withParams(`"_meta":{"io.modelcontextprotocol/protocolVersion":20260728}`), "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if call := read(t, c.headers, c.body); call.Version != c.want || call.Modern() != c.modern {
				t.Errorf("got %q, modern %v; want %q, %v", call.Version, call.Modern(), c.want, c.modern)
			}
		})
	}
}
