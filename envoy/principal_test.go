package envoy

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
)

// What these tests run is what docs/OPERATIONS.md says about it.

const byProperty = `{
	"paths": ["/mcp"], "namespace": "bank", "principal": PRINCIPAL, "callout": {"cluster": "mcp_upstream"},
	"tools": [{"match": ["inline"], "execution": "inline"}, {"match": ["*"]}]}`

// caller makes calls as one principal, each on a connection of its own.
type caller struct {
	url   string
	token func() string // of each call; may be nil
	tls   *tls.Config
}

func (c caller) call(t *testing.T, tool, key, arguments string) (status int, answer string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: c.tls, DisableKeepAlives: true}}
	request, err := http.NewRequest(http.MethodPost, c.url+"/mcp", strings.NewReader(
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)))
	if err != nil {
		t.Fatal(err)
	}
	if c.token != nil {
		request.Header.Set("Authorization", "Bearer "+c.token())
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	request.Header.Set("Idempotency-Key", key)
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// receipts answers each call with a number and what it was sent.
type receipts struct{ count atomic.Int32 }

func (r *receipts) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	_, arguments, _ := strings.Cut(string(body), `"arguments":`)
	w.Header().Set("content-type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"receipt":%d,"of":%s},"resultType":"complete"}}`,
		r.count.Add(1), strings.TrimSuffix(arguments, "}}"))
}

// apart checks that the two callers have an action each under one key, and that neither learns of the other's.
func apart(t *testing.T, alice, bob caller, server *receipts) {
	t.Helper()
	for _, tool := range []string{"inline", "detached"} {
		before := server.count.Load()
		const ofAlice, ofBob = `{"to":"alice-only"}`, `{"to":"bob-only"}`
		for round := range 2 {
			for _, c := range []struct {
				caller
				own, other string
			}{{alice, ofAlice, ofBob}, {bob, ofBob, ofAlice}} {
				status, answer := c.call(t, tool, "k", c.own)
				if replayed := strings.Contains(answer, "mcponce/replayed"); status != 200 || replayed != (round == 1) ||
					!strings.Contains(answer, `"of":`+c.own) || strings.Contains(answer, c.other) {
					t.Errorf("%s, round %d: got %d %s; want the outcome of %s, replayed %v", tool, round, status, answer, c.own, round == 1)
				}
			}
		}
		if n := server.count.Load() - before; n != 2 {
			t.Errorf("%s: %d executions; want 2", tool, n)
		}
		if status, answer := alice.call(t, tool, "k", ofBob); !strings.Contains(answer, "idempotency_key_conflict") {
			t.Errorf("%s: alice with other arguments got %d %s; want a conflict with her own action", tool, status, answer)
		}
	}
}

// refused checks that nothing says who calls.
func refused(t *testing.T, who string, c caller) {
	t.Helper()
	if status, answer := c.call(t, "detached", "k", "{}"); status != 403 || !strings.Contains(answer, `"no_principal"`) {
		t.Errorf("%s: got %d %s; want 403 no_principal", who, status, answer)
	}
}

// operations returns what docs/OPERATIONS.md shows below a heading: the block of YAML with a replacement for each pair, and
// the principal's source.
func operations(t *testing.T, heading string, replace ...string) (yaml, principal string) {
	t.Helper()
	text, err := os.ReadFile("../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n### "+heading+"\n")
	block := func(language string) string {
		_, rest, begins := strings.Cut(section, "\n```"+language+"\n")
		inside, _, ends := strings.Cut(rest, "\n```\n")
		if !found || !begins || !ends {
			t.Fatalf("docs/OPERATIONS.md: want a block of %s below %q", language, heading)
		}
		return inside
	}
	yaml, principal = block("yaml"), block("json")
	for i := 0; i < len(replace); i += 2 {
		if strings.Count(yaml, replace[i]) != 1 {
			t.Fatalf("docs/OPERATIONS.md: want %q once below %q", replace[i], heading)
		}
		yaml = strings.Replace(yaml, replace[i], replace[i+1], 1)
	}
	return yaml, principal
}

// before puts lines into envoy.yaml before the one mark, as far to the right as that.
func before(mark, lines string) func(config string) (string, error) {
	return func(config string) (string, error) {
		head, rest, found := strings.Cut(config, mark)
		if !found || strings.Contains(rest, mark) {
			return "", fmt.Errorf("envoy.yaml: want %q once", mark)
		}
		indent := strings.Repeat(" ", len(head)-strings.LastIndexByte(head, '\n')-1)
		return head + strings.ReplaceAll(lines, "\n", "\n"+indent) + "\n" + indent + mark + rest, nil
	}
}

func TestClaimOfAJWTIsThePrincipal(t *testing.T) {
	idp := newIssuer(t)
	filter, principal := operations(t, "A claim of a JWT", "/etc/envoy/jwks.json", idp.jwks)
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			server := &receipts{}
			p := startVersion(t, version, Options{Concurrency: 2, Plugin: strings.Replace(byProperty, "PRINCIPAL", principal, 1),
				Edit: before("- name: mcponce", filter)}, server)
			// Every call has another token, as a client has that refreshes them.
			as := func(claims string) caller {
				return caller{url: p.URL(), token: func() string { return idp.token(t, claims) }}
			}
			apart(t, as(`"sub":"alice"`), as(`"sub":"bob"`), server)
			refused(t, "a token without the claim", as(`"name":"alice"`))
			refused(t, "an empty claim", as(`"sub":""`))
		})
	}
}

// Envoy's JWT filter demands that sub be text; other claims may be anything. What is there and is no text is not missing.
func TestClaimThatIsNoTextIsNoPrincipal(t *testing.T) {
	idp := newIssuer(t)
	filter, principal := operations(t, "A claim of a JWT", "/etc/envoy/jwks.json", idp.jwks)
	principal = strings.Replace(principal, "sub", "account", 1) + `, "anonymous": "shared"`
	p := startVersion(t, Newest, Options{Concurrency: 1, Plugin: strings.Replace(byProperty, "PRINCIPAL", principal, 1),
		Edit: before("- name: mcponce", filter)}, &receipts{})
	as := func(claim string) caller {
		return caller{url: p.URL(), token: func() string { return idp.token(t, `"account":`+claim) }}
	}
	for _, claim := range []string{`7`, `1e300`, `true`, `null`, `[]`, `["alice"]`, `["alice","bob"]`, `{}`, `{"id":"alice"}`, `""`} {
		refused(t, claim, as(claim))
	}
	if status, answer := as(`"7"`).call(t, "detached", "k", "{}"); status != 200 {
		t.Errorf("text: got %d %s; want the outcome", status, answer)
	}
}

func TestURIOfAClientCertificateIsThePrincipal(t *testing.T) {
	ca := newAuthority(t)
	ca.server(t)
	tlsContext, principal := operations(t, "A client certificate", "require_client_certificate: true", "require_client_certificate: false",
		"/etc/envoy/server.pem", ca.file("server.pem"), "/etc/envoy/server.key", ca.file("server.key"), "/etc/envoy/clients.pem", ca.file("authority.pem"))
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			server := &receipts{}
			p := startVersion(t, version, Options{Concurrency: 2, Plugin: strings.Replace(byProperty, "PRINCIPAL", principal, 1),
				Edit: before("filters:\n      - name: envoy.filters.network", tlsContext)}, server)
			as := func(certificates ...tls.Certificate) caller {
				return caller{url: strings.Replace(p.URL(), "http:", "https:", 1), tls: ca.trust(certificates...)}
			}
			apart(t, as(ca.client(t, "client", "spiffe://bank/alice")), as(ca.client(t, "client", "spiffe://bank/bob", "spiffe://bank/alice")), server)
			refused(t, "a certificate without a URI", as(ca.client(t, "client")))
			refused(t, "no certificate", as())
		})
	}
}
