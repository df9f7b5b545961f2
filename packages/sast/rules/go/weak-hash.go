package shop

import (
	"crypto/md5"
	"crypto/sha256"
)

func hash(data []byte) {
	// ruleid: go-weak-hash
	h := md5.New()
	// ruleid: go-weak-hash
	md5.Sum(data)
	// ok: go-weak-hash
	sha256.New()
	use(h)
}
