package policy

// principal is exactly one source of the principal.
func principal() kind[Principal] {
	return object(`{"header": "x-user"} or {"authorization": true}`, principalFields()).
		such(`exactly one of {"header": "x-user"} and {"authorization": true}`, func(p Principal) bool {
			return (p.Header != "") != p.Authorization
		}).
		shaped(`"minProperties": 1, "maxProperties": 1`)
}

func principalHeader() kind[string] {
	return text(`a header name such as "x-user" (no pseudo header)`, headerName).
		such(`{"authorization": true} in place of the header`, func(s string) bool { return s != "authorization" }).
		shaped(tokenShape + `, "not": {"enum": ["authorization", "Authorization"]}`)
}

// checkPrincipal reports a configuration that gives requests no principal.
func checkPrincipal(root value) {
	if !root.member("principal").json.Exists() && !root.member("anonymous").json.Exists() {
		root.at("principal").refuse(`{"header": "x-user"} or {"authorization": true}, or "anonymous": "shared" beside it`)
	}
}
