package policy

import "strings"

// principal is exactly one source of the principal.
func principal() kind[Principal] {
	return object(`{"header": "x-user"}, {"property": [...]} or {"authorization": true}`, principalFields()).
		such("exactly one of header, property and authorization", func(p Principal) bool {
			sources := 0
			for _, given := range []bool{p.Header != "", p.Property != nil, p.Authorization} {
				if given {
					sources++
				}
			}
			return sources == 1
		}).
		shaped(`"minProperties": 1, "maxProperties": 1`)
}

func principalHeader() kind[string] {
	return text(`a header name such as "x-user" (no pseudo header)`, headerName).
		such(`{"authorization": true} in place of the header`, func(s string) bool { return s != "authorization" }).
		shaped(tokenShape + `, "not": {"enum": ["authorization", "Authorization"]}`)
}

// principalProperty is the path of a property. Its elements may hold dots. What a header says is taken from the header,
// where one that is repeated can be told.
func principalProperty() kind[[]string] {
	element := text("a name that is not empty", func(s string) (string, bool) { return s, s != "" && !strings.Contains(s, "\x00") }).
		shaped(`"type": "string", "pattern": "^[^\u0000]+$"`)
	return list(`a list of names such as ["connection", "uri_san_peer_certificate"]`, element, "").
		such(`{"header": "x-user"} in place of a header's property`, func(path []string) bool {
			return len(path) < 2 || path[0] != "request" || path[1] != "headers"
		})
}

// checkPrincipal reports a configuration that gives requests no principal.
func checkPrincipal(root value) {
	if !root.member("principal").json.Exists() && !root.member("anonymous").json.Exists() {
		root.at("principal").refuse(`{"header": "x-user"}, {"property": [...]} or {"authorization": true}, or "anonymous": "shared" beside it`)
	}
}
