package main

import (
	"database/sql"
	"net/http"
	"net/smtp"
	"os"

	"github.com/golang-jwt/jwt/v5"
	"github.com/gorilla/sessions"
)
//// weak
func open() (*sql.DB, error) {
	return sql.Open("postgres", "postgres://app:Zx81spectrum@db.internal:5432/shop")
}
//// safe
func open() (*sql.DB, error) {
	return sql.Open("postgres", os.Getenv("DATABASE_URL"))
}
//// weak
func issue(token *jwt.Token) (string, error) {
	return token.SignedString([]byte("k3yb0ard-w4rrior-77"))
}
//// safe
func issue(token *jwt.Token) (string, error) {
	return token.SignedString([]byte(os.Getenv("JWT_SECRET")))
}
//// weak
func mail() smtp.Auth {
	return smtp.PlainAuth("", "robot@example.com", "gr33n-apples-99", "mail.example.com")
}
//// safe
func mail() smtp.Auth {
	return smtp.PlainAuth("", "robot@example.com", os.Getenv("SMTP_PASSWORD"), "mail.example.com")
}
//// weak
func call(req *http.Request) {
	req.SetBasicAuth("robot", "bl4ck-c0ffee-31")
}
//// safe
func call(req *http.Request) {
	req.SetBasicAuth("robot", os.Getenv("API_PASSWORD"))
}
