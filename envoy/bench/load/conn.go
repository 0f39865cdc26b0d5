package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

// Conn sends calls one after the other on a connection that is kept. It reads as much of HTTP/1.1 as gateways answer with:
// net/http would take the processor from what is measured.
type Conn struct {
	conn    net.Conn
	reader  *bufio.Reader
	request []byte
	body    []byte
}

// Dial connects to ip:port.
func Dial(address string) (*Conn, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &Conn{conn: conn, reader: bufio.NewReaderSize(conn, 32<<10)}, nil
}

// Close ends the connection.
func (c *Conn) Close() { c.conn.Close() }

// Send sends a call and reads its answer.
func (c *Conn) Send(call Call, id int64, key string) (Answer, error) {
	c.request = call.appendRequest(c.request[:0], id, key)
	if _, err := c.conn.Write(c.request); err != nil {
		return Answer{}, err
	}
	return c.read()
}

func (c *Conn) read() (a Answer, err error) {
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return a, err
	}
	if len(line) < len("HTTP/1.1 200") || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return a, fmt.Errorf("want HTTP/1.1, got %q", line)
	}
	if a.Status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return a, err
	}
	length := -1
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return a, err
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		switch strings.ToLower(string(name)) {
		case "content-length":
			if length, err = strconv.Atoi(string(value)); err != nil {
				return a, err
			}
		case "idempotent-replayed":
			a.Replayed = string(value) == "true"
		}
	}
	if length < 0 {
		return a, errors.New("want an answer with content-length")
	}
	c.body = append(c.body[:0], make([]byte, length)...)
	_, err = io.ReadFull(c.reader, c.body)
	a.Body = c.body
	return a, err
}
