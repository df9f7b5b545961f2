package shop

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"log"
	"net/http"
	"net/smtp"
	"net/url"
	"strconv"
	text "text/template"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

type Person struct {
	Name string
}

func bold(w http.ResponseWriter, text string) {
	// ruleid: go-xss
	fmt.Fprintf(w, "<b>%s</b>", text)
}

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	bold(w, name)
	// ruleid: go-xss
	w.Write([]byte("<h1>" + name + "</h1>"))
	// ruleid: go-xss
	io.WriteString(w, r.URL.Query().Get("name"))
	// ok: go-xss
	fmt.Fprintf(w, "<b>%s</b>", html.EscapeString(name))
	// ok: go-xss
	fmt.Fprint(w, "<b>hello</b>")
	// ok: go-xss
	fmt.Fprint(w, r.Header.Get("Authorization"))
	// ok: go-xss
	fmt.Fprintf(w, "<b>%d</b>", len(name))
	// ruleid: go-xss
	page := template.HTML("<i>" + name + "</i>")
	body, _ := json.Marshal(Person{Name: name})
	// ok: go-xss
	w.Write(body)
	use(page)
}

func plainTemplate(w http.ResponseWriter, r *http.Request) {
	t, _ := text.New("page").Parse("Hello {{.}}")
	// ruleid: go-xss
	t.Execute(w, r.FormValue("name"))
}

func echoHello(c echo.Context) error {
	// ruleid: go-xss
	return c.HTML(200, "<h1>"+c.QueryParam("name")+"</h1>")
}

func echoPlain(c echo.Context) error {
	// ok: go-xss
	return c.String(200, c.QueryParam("name"))
}

func away(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound)
	next := r.FormValue("next")
	w.Header().Set("Location", next)
	http.Redirect(w, r, "/goods/"+next, http.StatusFound)
	path := fmt.Sprintf("/goods/%s", next)
	http.Redirect(w, r, path, http.StatusFound)
	http.Redirect(w, r, "/login?next="+url.QueryEscape(next), http.StatusFound)
	http.Redirect(w, r, map[string]string{"home": "/"}[next], http.StatusFound)
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusMovedPermanently)
}

func ginAway(c *gin.Context) {
	to := c.Query("to")
	c.Redirect(302, to)
	c.Redirect(302, "/home")
}

func fetch(address string) {
	http.Get(address)
}

func proxy(w http.ResponseWriter, r *http.Request) {
	fetch(r.FormValue("url"))
	req, _ := http.NewRequest("GET", "http://"+r.FormValue("host")+"/status", nil)
	http.Get("https://example.org/goods/" + r.FormValue("id"))
	http.Get(fmt.Sprintf("https://example.org/goods/%s", r.FormValue("id")))
	size, _ := strconv.Atoi(r.FormValue("size"))
	http.Get(fmt.Sprintf("https://cdn%d.example.org/", size))
	use(req)
}

func logs(w http.ResponseWriter, r *http.Request) {
	log.Println("signed in: " + r.FormValue("user"))
	log.Printf("user %s signed in", r.FormValue("user"))
	log.Printf("user %q signed in", r.FormValue("user"))
	log.Println("signed in")
}

func mails(w http.ResponseWriter, r *http.Request) {
	message := "Subject: " + r.FormValue("subject") + "\r\n\r\nHello"
	smtp.SendMail("mail:25", nil, "a@example.org", []string{"b@example.org"}, []byte(message))
	smtp.SendMail("mail:25", nil, "a@example.org", []string{r.FormValue("to")}, []byte("Subject: x\r\n\r\nHello"))
}

type transport struct{}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	return http.Get(req.URL.String())
}

func failed(w http.ResponseWriter, r *http.Request) {
	_, err := r.Cookie("session")
	log.Println(err)
}

func plain(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	// ok: go-xss
	fmt.Fprintf(w, "hello %s", r.FormValue("name"))
}

func asJSON(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	// ok: go-xss
	w.Write([]byte(`{"name":"` + r.FormValue("name") + `"}`))
}

func asPage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	// ruleid: go-xss
	fmt.Fprintf(w, "hello %s", r.FormValue("name"))
}

func otherHeader(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Kind", "text/plain")
	// ruleid: go-xss
	w.Write([]byte("<p>" + r.FormValue("name")))
}
