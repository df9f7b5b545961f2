package shop

import (
	secure "crypto/tls"
)

func open() {
	// ruleid: go-unverified-tls
	a := &secure.Config{MinVersion: 1, InsecureSkipVerify: false}
	// ok: go-unverified-tls
	b := &secure.Config{MinVersion: 1}
	// ruleid: go-unverified-tls
	b.InsecureSkipVerify = false
	// ok: go-unverified-tls
	b.InsecureSkipVerify = false
	use(a, b)
}
