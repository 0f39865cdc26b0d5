package probe

import (
	"fmt"
	"strconv"
	"strings"
)

// manyBytes is how much of a body is printed; of a longer one its size is.
const manyBytes = 200

func shown(body string) string {
	if len(body) > manyBytes {
		return fmt.Sprintf("%d bytes", len(body))
	}
	return strconv.Quote(body)
}

// expand reads a body as files have it: a*100 is a hundred times a.
func expand(text string) string {
	if part, times, found := strings.Cut(text, "*"); found {
		if n, err := strconv.Atoi(times); err == nil {
			return strings.Repeat(part, n)
		}
	}
	return text
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}
