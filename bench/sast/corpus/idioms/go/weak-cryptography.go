package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/hmac"
	"crypto/md5"
	"crypto/rc4"
	"crypto/rsa"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
)
//// weak
func hash(password string) string {
	sum := md5.Sum([]byte(password))
	return hex.EncodeToString(sum[:])
}
//// safe
func hash(data string) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}
//// weak
func token(user string) []byte {
	h := sha1.New()
	h.Write([]byte(user))
	return h.Sum(nil)
}
//// safe
func token(key []byte, user string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(user))
	return h.Sum(nil)
}
//// weak
func block(key []byte) (cipher.Block, error) {
	return des.NewTripleDESCipher(key)
}
//// safe
func block(key []byte) (cipher.AEAD, error) {
	b, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(b)
}
//// weak
func key() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, 1024)
}
//// safe
func key() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, 3072)
}
