package shop

import (
	"io"
	"net/http"
	"runtime/debug"
	"strconv"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/bcrypt"
)

func numbers(text string) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return
	}
	// ruleid: go-integer-truncation
	a := int16(n)
	m, _ := strconv.ParseInt(text, 10, 32)
	// ok: go-integer-truncation
	b := int32(m)
	l, _ := strconv.ParseUint(text, 10, 64)
	// ruleid: go-integer-truncation
	c := uint32(l)
	use(a, b, c)
}

func checkedNumber(text string) {
	n, _ := strconv.Atoi(text)
	if n < 0 || n > 255 {
		return
	}
	// ok: go-integer-truncation
	use(uint8(n))
}

func signIn(hash, password []byte, text string) {
	// ruleid: go-ignored-authentication-result
	_ = bcrypt.CompareHashAndPassword(hash, password)
	// ok: go-ignored-authentication-result
	err := bcrypt.CompareHashAndPassword(hash, password)
	// ruleid: go-ignored-authentication-result
	token, _ := jwt.Parse(text, find)
	use(err, token)
}

func read(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-unbounded-request-body
	body, err := io.ReadAll(r.Body)
	if err != nil {
		// ruleid: go-error-details-exposed
		http.Error(w, err.Error(), http.StatusInternalServerError)
		// ruleid: go-error-details-exposed
		http.Error(w, string(debug.Stack()), 400)
		// ok: go-error-details-exposed
		http.Error(w, "not read", http.StatusInternalServerError)
	}
	use(body)
}

func readSome(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	// ok: go-unbounded-request-body
	body, _ := io.ReadAll(r.Body)
	use(body)
}
