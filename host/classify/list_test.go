package classify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const bound = 30 * time.Second // of every wait

// server is one of the SDK with so many tools, in pages of seven: those with an even number say that they only read.
func server(tools int) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bank", Version: "2"}, &mcp.ServerOptions{PageSize: 7})
	for n := range tools {
		s.AddTool(&mcp.Tool{
			Name:        fmt.Sprintf("tool_%03d", n),
			InputSchema: json.RawMessage(`{"type": "object", "properties": {"request-id": {"type": "string"}}}`),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: n%2 == 0},
		}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, errors.New("not to be called")
		})
	}
	return s
}

func start(t *testing.T, handler http.Handler) *url.URL {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	u, err := url.Parse(s.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func serve(s *mcp.Server, o *mcp.StreamableHTTPOptions) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, o)
}

// before is a server whose SDK knew no version after 2025-11-25: it has no server/discover.
func before(s *mcp.Server) *mcp.Server {
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if method == "server/discover" {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "method not found"}
			}
			return next(ctx, method, r)
		}
	})
	return s
}

func TestAllPagesAreListedWhateverTheServerSpeaks(t *testing.T) {
	for name, c := range map[string]struct {
		server   *mcp.Server
		options  mcp.StreamableHTTPOptions
		protocol string
	}{
		"2026-07-28, JSON":               {server(300), mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}, "2026-07-28"},
		"2026-07-28, event stream":       {server(300), mcp.StreamableHTTPOptions{Stateless: true}, "2026-07-28"},
		"2025-11-25 with a session":      {before(server(300)), mcp.StreamableHTTPOptions{}, "2025-11-25"},
		"2025-11-25 with session, JSON":  {before(server(300)), mcp.StreamableHTTPOptions{JSONResponse: true}, "2025-11-25"},
		"2025-11-25 without any session": {before(server(300)), mcp.StreamableHTTPOptions{Stateless: true}, "2025-11-25"},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := List(t.Context(), start(t, serve(c.server, &c.options)), nil)
			if err != nil {
				t.Fatal(err)
			}
			if l.Server != "bank" || l.Version != "2" || l.Protocol != c.protocol || len(l.Tools) != 300 {
				t.Errorf("got %s %s, MCP %s, %d tools; want bank 2, MCP %s, 300", l.Server, l.Version, l.Protocol, len(l.Tools), c.protocol)
			}
			for n, v := range All(l.Tools) {
				if v.Name != fmt.Sprintf("tool_%03d", n) || v.Reads {
					t.Errorf("%d: got %+v; want that none reads, since each takes a key", n, v)
				}
				if !strings.Contains(strings.Join(v.Reasons, "; "), `"request-id"`) {
					t.Errorf("%s: %v; want its argument pointed out", v.Name, v.Reasons)
				}
			}
		})
	}
}

func TestHeadersGoWithEachRequest(t *testing.T) {
	mcpHandler := serve(before(server(20)), &mcp.StreamableHTTPOptions{})
	endpoint := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		mcpHandler.ServeHTTP(w, r)
	}))
	if l, err := List(t.Context(), endpoint, http.Header{"Authorization": {"Bearer secret"}}); err != nil || len(l.Tools) != 20 {
		t.Errorf("with the header: %v; want 20 tools", err)
	}
	_, err := List(t.Context(), endpoint, nil)
	if want := `the server answers "401 Unauthorized": give what it asks for, such as --header 'Authorization: Bearer TOKEN'`; err == nil || err.Error() != want {
		t.Errorf("without the header: got %v, want %s", err, want)
	}
}

func TestHeadersDoNotFollowARedirect(t *testing.T) {
	var asked atomic.Int32
	other := start(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	endpoint := start(t, http.RedirectHandler(other.String(), http.StatusTemporaryRedirect))
	_, err := List(t.Context(), endpoint, http.Header{"Authorization": {"Bearer secret"}})
	if err == nil || !strings.Contains(err.Error(), "redirects to "+fmt.Sprintf("%q", other)) || asked.Load() != 0 {
		t.Errorf("got %v, and %d requests at the other server; want none, and its URL", err, asked.Load())
	}
}

func TestWhatIsNoMCPServerIsSaid(t *testing.T) {
	answer := func(status int, contentType, body string) *url.URL {
		return start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			io.WriteString(w, body)
		}))
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for name, c := range map[string]struct {
		endpoint *url.URL
		want     string
	}{
		"no server":           {&url.URL{Scheme: "http", Host: closed.Addr().String(), Path: "/mcp"}, "no server answers there: dial tcp"},
		"web page":            {answer(200, "text/html", "<html>hello</html>"), `what answers there ("200 OK") does not list tools as an MCP server does`},
		"other JSON":          {answer(200, "application/json", `{"hello": 1}`), "does not list tools as an MCP server does"},
		"empty answer":        {answer(204, "", ""), "does not list tools as an MCP server does"},
		"other path":          {answer(404, "text/plain", "not found"), `the server answers "404 Not Found": is this the URL of the MCP endpoint`},
		"no POST":             {answer(405, "text/plain", ""), `the server answers "405 Method Not Allowed": is this the URL`},
		"forbidden":           {answer(403, "text/plain", ""), `the server answers "403 Forbidden": give what it asks for`},
		"fault of the server": {answer(500, "text/plain", ""), `what answers there ("500 Internal Server Error") does not list tools`},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), bound)
			defer cancel()
			_, err := List(ctx, c.endpoint, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestErrorOfTheServerCannotMoveTheCursor(t *testing.T) {
	s := server(1)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if method == "tools/list" {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "no\x1b[2K\nlist"}
			}
			return next(ctx, method, r)
		}
	})
	_, err := List(t.Context(), start(t, serve(s, &mcp.StreamableHTTPOptions{Stateless: true})), nil)
	if err == nil || !strings.HasSuffix(err.Error(), "no [2K list") {
		t.Errorf("got %q", err)
	}
}

func TestServerThatDoesNotAnswerIsGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	endpoint := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		cancel(errors.New("time is over"))
		<-r.Context().Done()
	}))
	_, err := List(ctx, endpoint, nil)
	if want := "the list was not whole in time: time is over"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestListWithoutEndEnds(t *testing.T) {
	s := server(1)
	page := &mcp.ListToolsResult{}
	for n := range 1000 {
		page.Tools = append(page.Tools, &mcp.Tool{Name: fmt.Sprint("tool_", n), InputSchema: json.RawMessage(`{"type": "object"}`)})
	}
	var pages atomic.Int32
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if method != "tools/list" {
				return next(ctx, method, r)
			}
			more := *page
			more.NextCursor = fmt.Sprint(pages.Add(1))
			return &more, nil
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), bound)
	defer cancel()
	_, err := List(ctx, start(t, serve(s, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})), nil)
	if want := "the server lists more than 10000 tools"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
