package shop

import (
	"crypto/tls"
	"database/sql"
	"net/http"
	_ "net/http/pprof"
	"os"
	"time"

	"github.com/gin-contrib/cors"
	"github.com/gin-gonic/gin"
	"github.com/golang-jwt/jwt/v5"
	"github.com/gorilla/websocket"
	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
	"golang.org/x/crypto/ssh"
)

func tlsVersions() {
	// ruleid: go-outdated-tls
	a := &tls.Config{MinVersion: tls.VersionTLS10}
	// ok: go-outdated-tls
	b := &tls.Config{MinVersion: tls.VersionTLS13}
	// ruleid: go-outdated-tls
	a.MinVersion = tls.VersionTLS11
	c := &tls.Config{CipherSuites: []uint16{
		// ruleid: go-outdated-tls
		tls.TLS_RSA_WITH_RC4_128_SHA,
		// ok: go-outdated-tls
		tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	}}
	// ruleid: go-ssh-host-key-not-verified
	d := &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}
	// ok: go-ssh-host-key-not-verified
	e := &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}
	use(a, b, c, d, e)
}

func serve(mux http.Handler) {
	// ruleid: go-server-without-timeouts, go-pprof-exposed
	http.ListenAndServe(":8080", nil)
	// ruleid: go-server-without-timeouts
	http.ListenAndServe("localhost:6060", nil)
	// ruleid: go-server-without-timeouts
	a := &http.Server{Addr: ":80", Handler: mux}
	// ok: go-server-without-timeouts
	b := &http.Server{Addr: ":80", ReadHeaderTimeout: time.Second}
	// ok: go-server-without-timeouts
	c := &http.Server{Addr: ":80"}
	c.ReadHeaderTimeout = time.Second
	use(a, b, c)
}

func origins(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-cors-any-origin
	a := cors.New(cors.Config{AllowAllOrigins: true, AllowCredentials: true})
	// ok: go-cors-any-origin
	b := cors.New(cors.Config{AllowOrigins: []string{"https://shop.example"}, AllowCredentials: true})
	// ok: go-cors-any-origin
	c := cors.New(cors.Config{AllowAllOrigins: true})
	// ruleid: go-cors-any-origin
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
	// ok: go-cors-any-origin
	w.Header().Set("Access-Control-Allow-Origin", "https://shop.example")
	// ruleid: go-websocket-any-origin
	u := websocket.Upgrader{CheckOrigin: func(r *http.Request) bool { return true }}
	// ok: go-websocket-any-origin
	v := websocket.Upgrader{ReadBufferSize: 1024}
	use(a, b, c, u, v)
}

func cookies(w http.ResponseWriter, c *gin.Context, value string) {
	// ruleid: go-insecure-cookie
	http.SetCookie(w, &http.Cookie{Name: "session", Value: value})
	// ruleid: go-insecure-cookie
	http.SetCookie(w, &http.Cookie{Name: "session", Value: value, HttpOnly: true})
	// ok: go-insecure-cookie
	http.SetCookie(w, &http.Cookie{Name: "session", Value: value, HttpOnly: true, Secure: true})
	// ok: go-insecure-cookie
	http.SetCookie(w, &http.Cookie{Name: "theme", Value: value})
	// ruleid: go-insecure-cookie
	c.SetCookie("token", value, 3600, "/", "", true, false)
	// ok: go-insecure-cookie
	c.SetCookie("token", value, 3600, "/", "", true, true)
}

func tokens(text string, key any) {
	// ruleid: go-jwt-not-verified
	new(jwt.Parser).ParseUnverified(text, jwt.MapClaims{})
	// ok: go-jwt-not-verified
	jwt.Parse(text, find)
	// ruleid: go-jwt-not-verified
	jwt.NewWithClaims(jwt.SigningMethodNone, nil)
	// ok: go-jwt-not-verified
	jwt.NewWithClaims(jwt.SigningMethodHS256, nil)
}

func modes() {
	// ruleid: go-debug-mode-enabled
	gin.SetMode(gin.DebugMode)
	// ok: go-debug-mode-enabled
	gin.SetMode(gin.ReleaseMode)
	e := echo.New()
	// ruleid: go-debug-mode-enabled
	e.Debug = true
	router := gin.New()
	// ruleid: go-all-proxies-trusted
	router.SetTrustedProxies([]string{"0.0.0.0/0"})
	// ok: go-all-proxies-trusted
	router.SetTrustedProxies([]string{"10.0.0.2"})
}

func connections() {
	// ruleid: go-hardcoded-database-password
	sql.Open("mysql", "shop:not-a-password@tcp(db:3306)/shop")
	dsn := "host=db user=shop password=not-a-password"
	// ruleid: go-hardcoded-database-password
	sql.Open("postgres", dsn)
	// ok: go-hardcoded-database-password
	sql.Open("postgres", os.Getenv("DATABASE"))
	// ok: go-hardcoded-database-password
	sql.Open("postgres", "host=db user=shop")
	// ruleid: go-hardcoded-database-password
	redis.NewClient(&redis.Options{Addr: "cache:6379", Password: "not-a-password"})
	// ok: go-hardcoded-database-password
	redis.NewClient(&redis.Options{Addr: "cache:6379", Password: ""})
}
