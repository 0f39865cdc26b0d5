package client_test

import (
	"regexp"
	"testing"

	"mcponce/examples/client"
)

func TestKeysAreFreshUUIDsOfVersion4(t *testing.T) {
	shape := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	a, b := client.NewKey(), client.NewKey()
	if a == b || !shape.MatchString(a) || !shape.MatchString(b) {
		t.Errorf("want two different UUIDs of version 4, got %s and %s", a, b)
	}
}
