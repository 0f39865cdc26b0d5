package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
)

// keying puts an idempotency key on every request that it passes on, as a client would: a fresh one for each action, and for
// the later rounds of a multi round-trip call the key of its first.
type keying struct {
	proxy *httputil.ReverseProxy

	mu   sync.Mutex
	last map[string]string // the key of the tool's latest first round, by the tool's name
}

// startKeying listens before the server at base.
func startKeying(base string) (*httptest.Server, error) {
	target, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	k := &keying{last: map[string]string{}}
	k.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // servers check it against DNS rebinding
		},
		FlushInterval: -1, // events go on as they come
	}
	return httptest.NewServer(k), nil
}

// ServeHTTP implements http.Handler.
func (k *keying) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.Header.Set("Idempotency-Key", k.key(body))
	k.proxy.ServeHTTP(w, r)
}

func (k *keying) key(body []byte) string {
	var call struct {
		Params struct {
			Name           string          `json:"name"`
			InputResponses json.RawMessage `json:"inputResponses"`
			RequestState   json.RawMessage `json:"requestState"`
		} `json:"params"`
	}
	_ = json.Unmarshal(body, &call) // what is no call gets a key of its own too
	k.mu.Lock()
	defer k.mu.Unlock()
	p := call.Params
	if key, called := k.last[p.Name]; called && (p.InputResponses != nil || p.RequestState != nil) {
		return key
	}
	key := rand.Text()
	k.last[p.Name] = key
	return key
}
