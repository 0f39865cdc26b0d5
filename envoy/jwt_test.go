package envoy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// issuer signs tokens with ES256 (RFC 7518 section 3.4).
type issuer struct {
	key  *ecdsa.PrivateKey
	jwks string // path of its public keys
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	point, err := key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		t.Fatal(err)
	}
	i := &issuer{key, filepath.Join(t.TempDir(), "jwks.json")}
	jwks := fmt.Sprintf(`{"keys":[{"kty":"EC","crv":"P-256","alg":"ES256","use":"sig","kid":"1","x":%q,"y":%q}]}`, base64url(point[1:33]), base64url(point[33:]))
	if err := os.WriteFile(i.jwks, []byte(jwks), 0o600); err != nil {
		t.Fatal(err)
	}
	return i
}

// token has the given claims beside those that the gateway demands. Every token is another one.
func (i *issuer) token(t *testing.T, claims string) string {
	t.Helper()
	signed := base64url([]byte(`{"alg":"ES256","typ":"JWT","kid":"1"}`)) + "." + base64url(fmt.Appendf(nil,
		`{"iss":"https://idp.example.com","aud":"mcp","exp":%d,"jti":%q,%s}`, time.Now().Add(time.Hour).Unix(), rand.Text(), claims))
	digest := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, i.key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return signed + "." + base64url(signature)
}

func base64url(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }
