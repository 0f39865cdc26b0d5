package jsonrpc

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

const sentence = "The quick brown fox jumps over the lazy dog, pays 12.50 and leaves; nobody asks why. "

// textDocument has few long strings, as messages and files have.
func textDocument(size int) []byte {
	var b strings.Builder
	b.WriteString(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send","arguments":{"to":"a@example.com"`)
	for k := 0; b.Len() < size; k++ {
		b.WriteString(`,"part` + strconv.Itoa(k) + `":"` + strings.Repeat(sentence, 8) + `\n\"end\""`)
	}
	return []byte(b.String() + `}}}`)
}

// denseDocument has small members and numbers, as tables have.
func denseDocument(size int) []byte {
	var b strings.Builder
	b.WriteString(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"load","arguments":{"rows":[0`)
	for k := 0; b.Len() < size; k++ {
		n := strconv.Itoa(k)
		b.WriteString(`,{"id":` + n + `,"name":"n` + n + `","qty":` + n + `.50,"ok":true,"tags":["a","b"]}`)
	}
	return []byte(b.String() + `]}}}`)
}

// forEachDocument runs a benchmark on each shape and size of document.
func forEachDocument(b *testing.B, run func(b *testing.B, body []byte)) {
	for _, size := range []int{4 << 10, 64 << 10} {
		for shape, document := range map[string]func(int) []byte{"text": textDocument, "dense": denseDocument} {
			body := document(size)
			b.Run(shape+"/"+strconv.Itoa(size>>10)+"KB", func(b *testing.B) {
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				run(b, body)
			})
		}
	}
}

func BenchmarkParse(b *testing.B) {
	forEachDocument(b, func(b *testing.B, body []byte) {
		for b.Loop() {
			if _, err := Parse(body); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFault(b *testing.B) {
	forEachDocument(b, func(b *testing.B, body []byte) {
		d, err := Parse(body)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := d.Fault(Limits{Depth: 128}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkCanonical(b *testing.B) {
	forEachDocument(b, func(b *testing.B, body []byte) {
		d, err := Parse(body)
		if err != nil {
			b.Fatal(err)
		}
		var dst []byte
		for b.Loop() {
			dst = d.AppendCanonical(dst[:0], 0)
		}
	})
}

// BenchmarkGjsonValid is the measure to compare with: the same grammar, no tape.
func BenchmarkGjsonValid(b *testing.B) {
	forEachDocument(b, func(b *testing.B, body []byte) {
		for b.Loop() {
			if !gjson.ValidBytes(body) {
				b.Fatal("not valid")
			}
		}
	})
}
