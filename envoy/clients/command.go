package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// command is a line that a program reads: exactly one of its members.
type command struct {
	Connect *connect  `json:"connect,omitempty"` // ends the session before
	Call    *call     `json:"call,omitempty"`
	List    *struct{} `json:"list,omitempty"` // tools/list, to see whether the session is alive
}

type connect struct {
	URL     string            `json:"url"`
	Version string            `json:"version"` // of the protocol
	Headers map[string]string `json:"headers"` // of every request
}

type call struct {
	Name      string            `json:"name"`
	Arguments arguments         `json:"arguments"`
	Meta      map[string]string `json:"meta,omitempty"`
}

// arguments of every tool of the server.
type arguments struct {
	Action string `json:"action" jsonschema:"names in the ledger what the caller means to happen once"`
	Amount int    `json:"amount"`
	Memo   string `json:"memo"`
}

// answer is a line that a program writes: what its caller gets to see, a result or an error.
type answer struct {
	Result *result  `json:"result"`
	Error  *failure `json:"error"`
}

type result struct {
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
	IsError bool                       `json:"isError"`
	Meta    map[string]json.RawMessage `json:"_meta"`
}

// failure is an exception or error of the SDK. What it does not show is empty.
type failure struct {
	Class   string          `json:"class"`
	Code    any             `json:"code"`   // some SDKs have words here
	Status  int             `json:"status"` // of HTTP
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// program is a running client.
type program struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Reader
	wire  *wire // of its session
}

func start(ctx context.Context, argv []string) (*program, error) {
	p := &program{cmd: exec.CommandContext(ctx, argv[0], argv[1:]...)}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.lines = bufio.NewReader(out)
	return p, p.cmd.Start()
}

// do has the program do one thing and returns what came of it.
func (p *program) do(c command) (a answer, err error) {
	if err := json.NewEncoder(p.in).Encode(c); err != nil {
		return a, fmt.Errorf("the program does not read: %w", err)
	}
	line, err := p.lines.ReadBytes('\n')
	if err != nil {
		return a, fmt.Errorf("want an answer of the program, it ended: %w", err)
	}
	if err := json.Unmarshal(line, &a); err != nil {
		return a, fmt.Errorf("want an answer in JSON, got %q: %w", line, err)
	}
	if a.Result == nil && a.Error == nil {
		return a, fmt.Errorf("want a result or an error, got %q", line)
	}
	return a, nil
}

// take gives the program the wire of its new session, and closes the one before, which the program has left.
func (p *program) take(w *wire) {
	if p.wire != nil {
		p.wire.close()
	}
	p.wire = w
}

func (p *program) end() {
	p.in.Close()
	io.Copy(io.Discard, p.lines)
	p.cmd.Wait() // it may say that it was killed
	p.take(nil)
}
