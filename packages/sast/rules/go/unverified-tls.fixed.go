package shop

import (
	secure "crypto/tls"
)

func open() {
	// ruleid: go-tls-verification-disabled
	a := &secure.Config{MinVersion: 1, InsecureSkipVerify: false}
	// ok: go-tls-verification-disabled
	b := &secure.Config{MinVersion: 1}
	// ruleid: go-tls-verification-disabled
	b.InsecureSkipVerify = false
	// ok: go-tls-verification-disabled
	b.InsecureSkipVerify = false
	use(a, b)
}
