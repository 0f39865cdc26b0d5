package jsonrpc

import (
	"strings"
	"testing"
)

func TestIDOfWhatIsHeldOfAMessage(t *testing.T) {
	for _, c := range []struct{ name, held, want string }{
		{"number", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{"a":"xxx`, `7`},
		{"string", `{"id":"a\u0041","method":"x`, `"a\u0041"`},
		{"spelling stays", `{ "id" : 9007199254740993.0 , "x`, `9007199254740993.0`},
		{"name by escapes", `{"\u0069d":7,"x`, `7`},
		{"after deep members", `{"params":{"id":8,"a":[{"id":9}]},"id":7,"x`, `7`},
		{"cut in a container", `{"id":7,"params":{"id":8,"a":[{"id":9`, `7`},
		{"cut after a comma", `{"id":7,`, `7`},
		{"cut in a character", "{\"id\":7,\"a\":\"\xc3", `7`},
		{"cut in an escape", `{"id":7,"a":"\u00`, `7`},
		{"cut in a literal", `{"id":7,"a":tr`, `7`},
		{"all is held", `{"jsonrpc":"2.0","id":7,"method":"m"}`, `7`},

		{"nothing", ``, ``},
		{"white space", `  `, ``},
		{"no object", `[{"id":7,"a`, ``},
		{"no object so far", `"id`, ``},
		{"no id so far", `{"params":{"id":7,"a":1},"x":"`, ``},
		{"not all of a number", `{"id":7`, ``},
		{"not all of a string", `{"id":"7`, ``},
		{"not all of the name", `{"id`, ``},
		{"no value yet", `{"id":`, ``},
		{"no valid id: a fraction", `{"id":1.5,"x`, ``},
		{"no valid id: null", `{"id":null,"x`, ``},
		{"no valid id: an object", `{"id":{"a":1},"x`, ``},
		{"no valid id: an object cut", `{"id":{"a":1`, ``},
		{"no valid id: bytes that are not UTF-8", "{\"id\":\"\xff\",\"x", ``},
		{"two", `{"id":7,"id":7,"x`, ``},
		{"two, by escape", `{"id":7,"\u0069d":8,"x`, ``},
		{"a second that is cut", `{"id":7,"id":`, ``},
		{"in another case too", `{"id":7,"ID":8,"x`, ``},
		{"in another case", `{"Id":8,"x`, ``},
		{"grammar breaks before the end", `{"id":7,"a":1,}   `, ``},
		{"another value follows", `{"id":7}{"a`, ``},
		{"another encoding", "\xef\xbb\xbf{\"id\":7,\"x", ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(PrefixID([]byte(c.held))); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestIDIsTheSameHoweverMuchIsHeld(t *testing.T) {
	body := `{"jsonrpc":"2.0","id":"seven","method":"tools/call","params":{"name":"\n","arguments":{"a":[1,2.5,{"id":"é"}]}}}`
	after := strings.Index(body, `,"method"`) + 1
	for n := range len(body) + 1 {
		want := ""
		if n >= after {
			want = `"seven"`
		}
		if got := string(PrefixID([]byte(body[:n]))); got != want {
			t.Errorf("of %d bytes got %q, want %q", n, got, want)
		}
	}
}
