package peer

import (
	"io"
	"net"
	"runtime"
	"strconv"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	types "github.com/envoyproxy/go-control-plane/envoy/type/v3"
	"google.golang.org/grpc"
)

// ServeExtProc serves Envoy's ext_proc filter. The filter has to buffer both bodies.
func ServeExtProc(listener net.Listener) error {
	// A stream for each request: on a new goroutine each, its stack would grow every time.
	server := grpc.NewServer(grpc.NumStreamWorkers(uint32(runtime.GOMAXPROCS(0))))
	extproc.RegisterExternalProcessorServer(server, &extProc{actions: newActions()})
	return server.Serve(listener)
}

type extProc struct {
	extproc.UnimplementedExternalProcessorServer
	actions *actions
}

// Process implements extproc.ExternalProcessorServer: Envoy opens a stream for each HTTP request.
func (e *extProc) Process(stream extproc.ExternalProcessor_ProcessServer) error {
	x := &exchange{extProc: e, stream: stream}
	defer x.close()
	for {
		request, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := stream.Send(x.answer(request)); err != nil {
			return err
		}
	}
}

// exchange is one HTTP request and its response.
type exchange struct {
	*extProc
	stream         extproc.ExternalProcessor_ProcessServer
	principal, key string
	status         int
	running        *action // to be ended
}

func (x *exchange) answer(request *extproc.ProcessingRequest) *extproc.ProcessingResponse {
	switch r := request.Request.(type) {
	case *extproc.ProcessingRequest_RequestHeaders:
		x.principal, x.key = header(r.RequestHeaders, "x-user"), header(r.RequestHeaders, "idempotency-key")
		return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_RequestHeaders{RequestHeaders: &extproc.HeadersResponse{}}}
	case *extproc.ProcessingRequest_RequestBody:
		return x.requestBody(r.RequestBody.Body)
	case *extproc.ProcessingRequest_ResponseHeaders:
		x.status, _ = strconv.Atoi(header(r.ResponseHeaders, ":status"))
		return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ResponseHeaders{ResponseHeaders: &extproc.HeadersResponse{}}}
	case *extproc.ProcessingRequest_ResponseBody:
		x.end(r.ResponseBody.Body)
		return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ResponseBody{ResponseBody: &extproc.BodyResponse{}}}
	}
	return &extproc.ProcessingResponse{}
}

func (x *exchange) requestBody(body []byte) *extproc.ProcessingResponse {
	goOn := &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_RequestBody{RequestBody: &extproc.BodyResponse{}}}
	c, err := readCall(body, x.principal, x.key)
	switch {
	case err != nil:
		return immediate(types.StatusCode_BadRequest, refusal(nil, err))
	case c == nil:
		return goOn
	}
	act, result, err := x.actions.begin(x.stream.Context(), c)
	switch {
	case err != nil:
		return immediate(types.StatusCode_UnprocessableEntity, refusal(c.id, err))
	case act != nil:
		x.running = act
		return goOn
	}
	return immediate(types.StatusCode_OK, replayOf(c, result), option("idempotent-replayed", "true"))
}

// end records the answer of the call that this exchange runs, if it runs one.
func (x *exchange) end(answer []byte) {
	if x.running != nil {
		x.actions.end(x.running, x.status, answer)
		x.running = nil
	}
}

// close comes when the exchange is over, also without an answer: then the next attempt may run.
func (x *exchange) close() { x.end(nil) }

func immediate(status types.StatusCode, body []byte, headers ...*core.HeaderValueOption) *extproc.ProcessingResponse {
	return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ImmediateResponse{ImmediateResponse: &extproc.ImmediateResponse{
		Status:  &types.HttpStatus{Code: status},
		Headers: &extproc.HeaderMutation{SetHeaders: append(headers, option("content-type", "application/json"))},
		Body:    body,
	}}}
}

func option(name, value string) *core.HeaderValueOption {
	return &core.HeaderValueOption{Header: &core.HeaderValue{Key: name, RawValue: []byte(value)},
		AppendAction: core.HeaderValueOption_OVERWRITE_IF_EXISTS_OR_ADD}
}

// header is a header's value, or "". Envoy sends values as bytes.
func header(headers *extproc.HttpHeaders, name string) string {
	for _, h := range headers.GetHeaders().GetHeaders() {
		if h.Key == name {
			if h.RawValue != nil {
				return string(h.RawValue)
			}
			return h.Value
		}
	}
	return ""
}
