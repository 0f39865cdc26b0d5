package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Codes of mcponce's refusals that a client should know (docs/SEMANTICS.md).
const (
	CodeInProgress = -31409 // an earlier attempt is still running: send the same again, after data.retryAfterMs
	CodeConflict   = -31422 // the key came with other arguments before
)

// replayedMeta is the member of a result's _meta that marks an outcome recorded earlier.
const replayedMeta = "mcponce/replayed"

// Outcome is what a transfer came back with.
type Outcome struct {
	Receipt  string // names the execution: "r-000001"
	Replayed bool   // the outcome of an earlier attempt
}

// Transfer moves amount from alice to bob. The key, if it is sent in the body, is in meta. While an earlier attempt is said to be
// still running, Transfer sends the call again, until ctx ends.
func Transfer(ctx context.Context, s *mcp.ClientSession, meta mcp.Meta, amount int) (Outcome, error) {
	for {
		outcome, err := transfer(ctx, s, meta, amount)
		after, running := inProgress(err)
		if !running {
			return outcome, err
		}
		select {
		case <-time.After(after):
		case <-ctx.Done():
			return Outcome{}, errors.Join(err, context.Cause(ctx))
		}
	}
}

// inProgress says whether err is such a refusal, and when to send the call again.
func inProgress(err error) (after time.Duration, running bool) {
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) || refused.Code != CodeInProgress {
		return 0, false
	}
	var data struct {
		RetryAfterMs int64 `json:"retryAfterMs"`
	}
	_ = json.Unmarshal(refused.Data, &data) // no data: the shortest pause
	return max(100*time.Millisecond, time.Duration(data.RetryAfterMs)*time.Millisecond), true
}

func transfer(ctx context.Context, s *mcp.ClientSession, meta mcp.Meta, amount int) (Outcome, error) {
	result, err := s.CallTool(ctx, &mcp.CallToolParams{
		Meta: meta, Name: "transfer",
		Arguments: map[string]any{"from": "alice", "to": "bob", "amount": amount},
	})
	if err != nil {
		return Outcome{}, err
	}
	if result.IsError {
		text, _ := json.Marshal(result.Content)
		return Outcome{}, fmt.Errorf("the tool reports %s", text)
	}
	content, _ := result.StructuredContent.(map[string]any)
	receipt, ok := content["receipt"].(string)
	if !ok {
		return Outcome{}, errors.New("expected a receipt in the result's structured content, got none: is this the ledger server?")
	}
	_, replayed := result.Meta[replayedMeta]
	return Outcome{receipt, replayed}, nil
}
