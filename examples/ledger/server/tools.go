package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Where a client puts its idempotency key: a header of the POST, or a member of the call's _meta.
const (
	KeyHeader = "Idempotency-Key"
	KeyMeta   = "mcponce/idempotency-key"
)

// openingBalance is what every account holds before its first transfer.
const openingBalance = 1000

type transferArgs struct {
	From   string `json:"from" jsonschema:"account that pays"`
	To     string `json:"to" jsonschema:"account that is paid"`
	Amount uint32 `json:"amount" jsonschema:"whole units of money"`
}

type emailArgs struct {
	To      string `json:"to" jsonschema:"address of the recipient"`
	Subject string `json:"subject"`
}

type provisionArgs struct {
	Kind string `json:"kind" jsonschema:"what to provision, e.g. vm or database"`
}

// effect is the arguments of a tool with a side effect; done says in a sentence what was done.
type effect interface{ done() string }

func (a transferArgs) done() string {
	return fmt.Sprintf("Transferred %d from %s to %s.", a.Amount, a.From, a.To)
}
func (a emailArgs) done() string     { return fmt.Sprintf("Sent %q to %s.", a.Subject, a.To) }
func (a provisionArgs) done() string { return fmt.Sprintf("Provisioned one %s.", a.Kind) }

type receipt struct {
	Receipt string `json:"receipt" jsonschema:"number of the execution: another one means that it happened again"`
}

func (s *Server) mcpServer() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: "ledger", Version: "1.0.0"}, nil)
	addEffect[transferArgs](s, m, "transfer", "Moves money from one account to another.")
	addEffect[emailArgs](s, m, "send_email", "Sends an e-mail.")
	addEffect[provisionArgs](s, m, "provision", "Starts a resource that is billed.")
	readOnly := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(m, &mcp.Tool{Name: "balance", Description: "Says what an account holds.", Annotations: readOnly}, s.balance)
	mcp.AddTool(m, &mcp.Tool{Name: "list_transfers", Description: "Lists all transfers, oldest first.", Annotations: readOnly}, s.listTransfers)
	return m
}

func addEffect[In effect](s *Server, m *mcp.Server, name, description string) {
	destructive := true
	tool := &mcp.Tool{Name: name, Description: description, Annotations: &mcp.ToolAnnotations{DestructiveHint: &destructive}}
	mcp.AddTool(m, tool, func(_ context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, receipt, error) {
		e, err := s.journal.append(Entry{Tool: name, Arguments: req.Params.Arguments, Key: keyOf(req)})
		if err != nil {
			return nil, receipt{}, fmt.Errorf("not executed: expected to append to the ledger, got %w", err)
		}
		if s.work != nil {
			s.work(e)
		}
		text := fmt.Sprintf("%s Receipt %s.", in.done(), e.Receipt())
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, receipt{e.Receipt()}, nil
	})
}

// keyOf returns the idempotency key of a call. As a header it may be quoted (RFC 8941 string).
func keyOf(req *mcp.CallToolRequest) string {
	if key, ok := req.Params.Meta[KeyMeta].(string); ok {
		return key
	}
	var header http.Header
	if req.Extra != nil {
		header = req.Extra.Header
	}
	return strings.Trim(header.Get(KeyHeader), `"`)
}

type balanceArgs struct {
	Account string `json:"account"`
}

type balanceResult struct {
	Account string `json:"account"`
	Balance int64  `json:"balance"`
}

func (s *Server) balance(_ context.Context, _ *mcp.CallToolRequest, in balanceArgs) (*mcp.CallToolResult, balanceResult, error) {
	out := balanceResult{in.Account, openingBalance}
	for _, t := range s.transfers() {
		if t.From == in.Account {
			out.Balance -= int64(t.Amount)
		}
		if t.To == in.Account {
			out.Balance += int64(t.Amount)
		}
	}
	return nil, out, nil
}

type transfer struct {
	receipt
	transferArgs
}

type transferList struct {
	Transfers []transfer `json:"transfers"`
}

func (s *Server) listTransfers(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, transferList, error) {
	return nil, transferList{s.transfers()}, nil
}

func (s *Server) transfers() []transfer {
	list := []transfer{}
	for _, e := range s.journal.list() {
		t := transfer{receipt: receipt{e.Receipt()}}
		if e.Tool == "transfer" && json.Unmarshal(e.Arguments, &t.transferArgs) == nil {
			list = append(list, t)
		}
	}
	return list
}
