package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// operator is the command line of what asks the operator's path of a gateway. The secret is never on it: other users of the
// machine can read command lines.
type operator struct {
	URL        string `arg:"" name:"url" help:"The gateway's admin path, such as http://127.0.0.1:10001/mcponce."`
	SecretFile string `placeholder:"FILE" help:"A file whose first line is the secret. Without it the environment has it in MCPONCE_SECRET."`
}

// kept is a record as the gateway tells of it.
type kept struct {
	Action    string `json:"action"`
	State     string `json:"state"`
	Reason    string `json:"reason"`
	Resolved  string `json:"resolved"`
	Round     int    `json:"round"`
	Attempts  int    `json:"attempts"`
	FirstSeen string `json:"firstSeen"`
	Changed   string `json:"changed"`
	Expires   string `json:"expires"`
	Outcome   string `json:"outcome"`
}

// connect reads the command line.
func (o *operator) connect() (*admin, error) {
	at, err := url.Parse(o.URL)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" || strings.Trim(at.Path, "/") == "" {
		return nil, fmt.Errorf("URL: want that of the gateway's admin path, such as http://127.0.0.1:10001/mcponce, got %q", o.URL)
	}
	secret := os.Getenv("MCPONCE_SECRET")
	if o.SecretFile != "" {
		text, err := os.ReadFile(o.SecretFile)
		if err != nil {
			return nil, fmt.Errorf("--secret-file: %w", err)
		}
		secret, _, _ = strings.Cut(string(text), "\n")
	}
	if secret = strings.TrimSpace(secret); secret == "" {
		return nil, errors.New("want the secret of the gateway's admin path in --secret-file or in the environment's MCPONCE_SECRET")
	}
	return &admin{at.JoinPath("records"), secret}, nil
}

// admin is the admin path of a gateway.
type admin struct {
	records *url.URL
	secret  string
}

// all gives the records in a state, "" for any, page by page, as they came.
func (a *admin) all(ctx context.Context, state string) ([]json.RawMessage, error) {
	var all []json.RawMessage
	for cursor := "0"; cursor != ""; {
		query := url.Values{"cursor": {cursor}}
		if state != "" {
			query.Set("state", state)
		}
		at := *a.records
		at.RawQuery = query.Encode()
		var page struct {
			Records []json.RawMessage `json:"records"`
			Next    string            `json:"next"`
		}
		if err := a.ask(ctx, http.MethodGet, &at, nil, nil, &page); err != nil {
			return nil, err
		}
		all, cursor = append(all, page.Records...), page.Next
	}
	return all, nil
}

// resolve ends a doubt.
func (a *admin) resolve(ctx context.Context, action, what, who string) (r kept, err error) {
	order, err := json.Marshal(map[string]string{"resolve": what})
	if err != nil {
		return r, err
	}
	err = a.ask(ctx, http.MethodPost, a.records.JoinPath(action), order, http.Header{"X-Mcponce-Operator": {who}}, &r)
	return r, err
}

// answerBound is far above what a page of records takes on a busy gateway.
const answerBound = 30 * time.Second

// noRedirect: the secret is meant for this gateway.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (a *admin) ask(ctx context.Context, method string, at *url.URL, body []byte, headers http.Header, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, values := range headers {
		request.Header[name] = values
	}
	request.Header.Set("Authorization", "Bearer "+a.secret)
	client := http.Client{CheckRedirect: noRedirect, Timeout: answerBound}
	response, err := client.Do(request)
	if err != nil {
		return err // it names the URL
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", a.records.Redacted(), err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", a.records.Redacted(), refusal(response.StatusCode, text))
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: want records of mcponce, got %d bytes of something else: is this the gateway's admin path?", a.records.Redacted(), len(text))
	}
	return nil
}

// refusal says why the gateway does not do what it is asked for.
func refusal(status int, text []byte) string {
	var told struct{ Error, State string }
	switch err := json.Unmarshal(text, &told); {
	case status == http.StatusUnauthorized:
		return "the gateway has another secret (admin.secret of its configuration)"
	case err != nil || told.Error == "":
		return fmt.Sprintf("HTTP status %d, not by mcponce: is this the gateway's admin path (admin.path of its configuration)?", status)
	case told.State != "":
		return told.Error + "; this record is " + told.State
	default:
		return told.Error
	}
}
