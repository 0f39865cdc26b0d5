package host

import (
	"errors"
	"io"
	"sync"
)

// errAborted: the other end is gone.
var errAborted = errors.New("the stream has ended")

// highWatermark is how many bytes may wait in a pipe before whoever fills it has to wait.
const highWatermark = 256 << 10

// pipe carries a body from a loop, which never waits, to a goroutine that writes to a connection.
type pipe struct {
	mu     sync.Mutex
	moved  *sync.Cond
	chunks [][]byte
	size   int
	end    error // io.EOF when finished; what comes after the chunks

	trailers headerMap // what comes with the end; nil for none
}

func newPipe() *pipe {
	p := &pipe{}
	p.moved = sync.NewCond(&p.mu)
	return p
}

// write appends a piece of the body. last ends it well: nobody sees the piece without the end.
func (p *pipe) write(data []byte, last bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.end != nil {
		return
	}
	if len(data) > 0 {
		p.chunks, p.size = append(p.chunks, data), p.size+len(data)
	}
	if last {
		p.end = io.EOF
	}
	p.moved.Broadcast()
}

// finish ends the body well, with trailers or nil.
func (p *pipe) finish(trailers headerMap) { p.close(io.EOF, trailers) }

// fail ends it badly: what was written and not read yet still is. It does nothing after finish.
func (p *pipe) fail(err error) { p.close(err, nil) }

func (p *pipe) close(end error, trailers headerMap) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.end == nil {
		p.end, p.trailers = end, trailers
		p.moved.Broadcast()
	}
}

// next waits for a chunk, or returns what the pipe was closed with. more says that another call would not wait.
func (p *pipe) next() (chunk []byte, more bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.chunks) == 0 && p.end == nil {
		p.moved.Wait()
	}
	if len(p.chunks) == 0 {
		return nil, false, p.end
	}
	chunk, p.chunks = p.chunks[0], p.chunks[1:]
	p.size -= len(chunk)
	p.moved.Broadcast()
	return chunk, len(p.chunks) > 0 || p.end != nil, nil
}

// finished says whether the body has ended well.
func (p *pipe) finished() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.end == io.EOF
}

// ready says that next would not wait.
func (p *pipe) ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.chunks) > 0 || p.end != nil
}

// drained waits until the pipe is below its high watermark, or closed.
func (p *pipe) drained() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.size > highWatermark && p.end == nil {
		p.moved.Wait()
	}
}
