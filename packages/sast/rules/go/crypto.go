package shop

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/hmac"
	crand "crypto/rand"
	rc "crypto/rc4"
	"crypto/rsa"
	"crypto/sha256"
	"math/rand"
	"net/http"

	"github.com/golang-jwt/jwt/v5"
	"github.com/gorilla/sessions"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/crypto/pbkdf2"
)

const rounds = 1000

func ciphers(key []byte) {
	// ruleid: go-weak-cipher
	des.NewCipher(key)
	// ruleid: go-weak-cipher
	a, _ := rc.NewCipher(key)
	// ok: go-weak-cipher
	b, _ := aes.NewCipher(key)
	iv := make([]byte, 16)
	crand.Read(iv)
	// ok: go-hardcoded-iv
	cipher.NewCTR(b, iv)
	// ruleid: go-hardcoded-iv
	cipher.NewCBCEncrypter(b, []byte("0123456789abcdef"))
	// ruleid: go-hardcoded-iv
	cipher.NewCBCEncrypter(b, key[:16])
	// ruleid: go-hardcoded-encryption-key
	aes.NewCipher([]byte("not-a-real-key-x"))
	fixed := "not-a-real-key-x"
	// ruleid: go-hardcoded-encryption-key
	hmac.New(sha256.New, []byte(fixed))
	// ok: go-hardcoded-encryption-key
	hmac.New(sha256.New, []byte(os.Getenv("KEY")))
	// ruleid: go-hardcoded-encryption-key
	sessions.NewCookieStore([]byte("not a real key"))
	use(a)
}

func tokens(text string) {
	jwt.Parse(text, func(t *jwt.Token) (interface{}, error) {
		// ruleid: go-hardcoded-encryption-key
		return []byte("not a real key"), nil
	})
	jwt.Parse(text, func(t *jwt.Token) (interface{}, error) {
		// ok: go-hardcoded-encryption-key
		return []byte(os.Getenv("KEY")), nil
	})
}

func passwords(user User, password string, salt []byte) {
	// ruleid: go-weak-password-hash
	sha256.Sum256([]byte(password))
	// ruleid: go-weak-password-hash
	sha256.Sum256([]byte(user.Password))
	// ok: go-weak-password-hash
	sha256.Sum256([]byte(user.Name))
	// ruleid: go-weak-password-hash-iterations
	bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	// ruleid: go-weak-password-hash-iterations
	bcrypt.GenerateFromPassword([]byte(password), 4)
	// ok: go-weak-password-hash-iterations
	bcrypt.GenerateFromPassword([]byte(password), bcrypt.DefaultCost)
	// ruleid: go-weak-password-hash-iterations
	pbkdf2.Key([]byte(password), salt, rounds, 32, sha256.New)
	// ok: go-weak-password-hash-iterations
	pbkdf2.Key([]byte(password), salt, 600000, 32, sha256.New)
}

func keys(public *rsa.PublicKey, text []byte) {
	// ruleid: go-short-rsa-key
	rsa.GenerateKey(crand.Reader, 1024)
	// ok: go-short-rsa-key
	rsa.GenerateKey(crand.Reader, 3072)
	// ruleid: go-rsa-pkcs1-padding
	rsa.EncryptPKCS1v15(crand.Reader, public, text)
	// ok: go-rsa-pkcs1-padding
	rsa.EncryptOAEP(sha256.New(), crand.Reader, public, text, nil)
}

func newToken() string {
	b := make([]byte, 16)
	for i := range b {
		// ruleid: go-weak-random
		b[i] = letters[rand.Intn(len(letters))]
	}
	return string(b)
}

func shuffle(cards []int) int {
	// ok: go-weak-random
	return cards[rand.Intn(len(cards))]
}

func invite() {
	// ruleid: go-weak-random
	token := rand.Int63()
	// ok: go-weak-random
	crand.Read(salt)
	use(token)
}

func webhook(w http.ResponseWriter, r *http.Request, body []byte, expectedMAC []byte, given []byte) {
	// ruleid: go-timing-attack
	if bytes.Equal(expectedMAC, given) {
		return
	}
	// ok: go-timing-attack
	if hmac.Equal(expectedMAC, given) {
		return
	}
	// ruleid: go-timing-attack
	if signature != r.Header.Get("X-Signature") {
		return
	}
	// ok: go-timing-attack
	if signature == "" {
		return
	}
}
