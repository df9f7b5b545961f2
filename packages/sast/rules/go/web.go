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
	"strings"
	text "text/template"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

type Person struct {
	Name string
}

func bold(w http.ResponseWriter, text string) {
	fmt.Fprintf(w, "<b>%s</b>", text)
}

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	bold(w, name)
	w.Write([]byte("<h1>" + name + "</h1>"))
	io.WriteString(w, r.URL.Query().Get("name"))
	fmt.Fprintf(w, "<b>%s</b>", html.EscapeString(name))
	fmt.Fprint(w, "<b>hello</b>")
	fmt.Fprint(w, r.Header.Get("Authorization"))
	fmt.Fprintf(w, "<b>%d</b>", len(name))
	page := template.HTML("<i>" + name + "</i>")
	body, _ := json.Marshal(Person{Name: name})
	w.Write(body)
	use(page)
}

func plainTemplate(w http.ResponseWriter, r *http.Request) {
	t, _ := text.New("page").Parse("Hello {{.}}")
	t.Execute(w, r.FormValue("name"))
}

func echoHello(c echo.Context) error {
	return c.HTML(200, "<h1>"+c.QueryParam("name")+"</h1>")
}

func echoPlain(c echo.Context) error {
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
	// ruleid: go-ssrf
	http.Get(address)
}

func proxy(w http.ResponseWriter, r *http.Request) {
	fetch(r.FormValue("url"))
	// ruleid: go-ssrf
	req, _ := http.NewRequest("GET", "http://"+r.FormValue("host")+"/status", nil)
	// ok: go-ssrf
	http.Get("https://example.org/goods/" + r.FormValue("id"))
	// ok: go-ssrf
	http.Get(fmt.Sprintf("https://example.org/goods/%s", r.FormValue("id")))
	size, _ := strconv.Atoi(r.FormValue("size"))
	// ok: go-ssrf
	http.Get(fmt.Sprintf("https://cdn%d.example.org/", size))
	use(req)
}

func logs(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-log-injection
	log.Println("signed in: " + r.FormValue("user"))
	// ruleid: go-log-injection
	log.Printf("user %s signed in", r.FormValue("user"))
	// ok: go-log-injection
	log.Printf("user %q signed in", r.FormValue("user"))
	// ok: go-log-injection
	log.Println("signed in")
	// ok: go-log-injection
	log.Println("signed in: " + strings.ReplaceAll(r.FormValue("user"), "\n", " "))
	// ok: go-log-injection
	log.Println("signed in: " + strings.NewReplacer("\r", "", "\n", "").Replace(r.FormValue("user")))
	// ruleid: go-log-injection
	log.Println("signed in: " + strings.ReplaceAll(r.FormValue("user"), "@", " at "))
}

func mails(w http.ResponseWriter, r *http.Request) {
	message := "Subject: " + r.FormValue("subject") + "\r\n\r\nHello"
	// ruleid: go-email-header-injection
	smtp.SendMail("mail:25", nil, "a@example.org", []string{"b@example.org"}, []byte(message))
	// ok: go-email-header-injection
	smtp.SendMail("mail:25", nil, "a@example.org", []string{r.FormValue("to")}, []byte("Subject: x\r\n\r\nHello"))
}

type transport struct{}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	// ok: go-ssrf
	return http.Get(req.URL.String())
}

func failed(w http.ResponseWriter, r *http.Request) {
	_, err := r.Cookie("session")
	// ok: go-log-injection
	log.Println(err)
}
