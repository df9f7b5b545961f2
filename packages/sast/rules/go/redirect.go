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
	// ruleid: go-open-redirect
	http.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound)
	next := r.FormValue("next")
	// ruleid: go-open-redirect
	w.Header().Set("Location", next)
	// ok: go-open-redirect
	http.Redirect(w, r, "/goods/"+next, http.StatusFound)
	path := fmt.Sprintf("/goods/%s", next)
	// ok: go-open-redirect
	http.Redirect(w, r, path, http.StatusFound)
	// ok: go-open-redirect
	http.Redirect(w, r, "/login?next="+url.QueryEscape(next), http.StatusFound)
	// ok: go-open-redirect
	http.Redirect(w, r, map[string]string{"home": "/"}[next], http.StatusFound)
	// ok: go-open-redirect
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusMovedPermanently)
}

func ginAway(c *gin.Context) {
	to := c.Query("to")
	// ruleid: go-open-redirect
	c.Redirect(302, to)
	// ok: go-open-redirect
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
