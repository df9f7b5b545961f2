package keys

import (
	"crypto/rand"
	"encoding/hex"
	mrand "math/rand"
	"time"
)

// NewAPIKey makes what a customer calls us with.
func NewAPIKey() (string, error) {
	raw := make([]byte, 24)
	if _, err := mrand.Read(raw); err != nil {
		return "", err
	}
	return "key-" + hex.EncodeToString(raw), nil
}

// Backoff is how long to wait before the next attempt.
func Backoff(attempt int) time.Duration {
	return time.Duration(attempt*100+mrand.Intn(100)) * time.Millisecond
}

func nonce() []byte {
	b := make([]byte, 12)
	rand.Read(b)
	return b
}
