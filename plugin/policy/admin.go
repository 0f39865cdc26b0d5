package policy

import (
	"strconv"
	"strings"
)

// Admin is where an operator reads records and resolves doubts. Without a
// secret there is no such place.
type Admin struct {
	Path   string // lower-case, without a trailing slash
	Secret string // 32 to 256 visible ASCII characters
}

// Below tells whether a request's :path is the operator's, however it is
// spelled: it is not to reach a server, with the secret in its headers. rest is
// what follows Path, without query; "" too where the spelling is another.
func (a Admin) Below(path string) (rest string, ok bool) {
	if a.Secret == "" || !a.paths().match(path) {
		return "", false
	}
	path, _, _ = strings.Cut(path, "?")
	rest, _ = strings.CutPrefix(path, a.Path)
	if rest == path {
		rest = ""
	}
	return rest, true
}

func (a Admin) paths() paths { return paths{[]glob{glob(a.Path), glob(a.Path + "/*")}} }

// adminPath is a path that stands for itself.
func adminPath() kind[string] {
	const want = `a plain path below / in lower case, such as "/mcponce", without * and a trailing slash`
	return text(want, func(s string) (string, bool) {
		g, ok := parsePath(s)
		return s, ok && string(g) == s && len(s) > 1 && s[0] == '/' && !strings.Contains(s, "*")
	}).shaped(`"type": "string", "pattern": "^/[^?#;*A-Z\\\\\u0000]*[^/?#;*A-Z\\\\\u0000]$"`)
}

const (
	leastSecret = 32
	mostSecret  = 256
)

// secret is a text that no fault shows.
func secret() kind[string] {
	k := visible(mostSecret)
	k.want = strconv.Itoa(leastSecret) + " to " + strconv.Itoa(mostSecret) + " visible ASCII characters"
	return kind[string]{
		want:  k.want,
		shape: `"type": "string", "pattern": "^[!-~]{` + strconv.Itoa(leastSecret) + `,` + strconv.Itoa(mostSecret) + `}$"`,
		read: func(v value, into *string) {
			unshown := v
			unshown.found = &findings{}
			k.read(unshown, into)
			if len(*unshown.found) > 0 || len(*into) < leastSecret {
				v.fault("want " + k.want + "; what came is not shown")
			}
		},
	}
}

// checkAdmin reports an operator's path that is a server's too.
func checkAdmin(root value, c *Config) {
	path := root.member("admin").member("path")
	if !path.json.Exists() || path.faulty() {
		return
	}
	taken := c.paths.match(c.Admin.Path) || c.paths.match(c.Admin.Path+"/records")
	for _, pattern := range c.paths.patterns {
		taken = taken || c.Admin.paths().matchReading(string(pattern))
	}
	if taken {
		path.refuse("a path apart from those of `paths`")
	}
}
