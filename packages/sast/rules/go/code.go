package shop

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	run "os/exec"
	"plugin"
	"strconv"
	"text/template"

	"github.com/antchfx/xmlquery"
	"github.com/dop251/goja"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/go-ldap/ldap/v3"
	"github.com/gofiber/fiber/v2"
	"github.com/jmoiron/sqlx"
	"github.com/labstack/echo/v4"
	"github.com/lib/pq"
	"go.mongodb.org/mongo-driver/bson"
	"gorm.io/gorm"
)

type Job struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

type Store struct {
	db    *sql.DB
	orm   *gorm.DB
	other *sqlx.DB
}

func start(name string) {
	run.Command(name).Run()
}

func commands(w http.ResponseWriter, req *http.Request) {
	start(req.FormValue("program"))
	run.Command("sh", "-c", "ls "+req.URL.Query().Get("folder")).Run()
	run.Command("ls", "--", req.URL.Query().Get("folder")).Run()
	size, err := strconv.Atoi(req.FormValue("size"))
	if err != nil {
		return
	}
	run.Command("sh", "-c", fmt.Sprintf("resize %d", size)).Run()
	var job Job
	if err := json.NewDecoder(req.Body).Decode(&job); err != nil {
		return
	}
	run.CommandContext(req.Context(), "/bin/bash", "-c", job.Name).Run()
	run.Command("sync").Run()
}

func ginJobs(c *gin.Context) {
	var job Job
	if err := c.ShouldBindJSON(&job); err != nil {
		return
	}
	run.Command(job.Name)
	run.Command("bash", "-c", c.Query("x"))
	run.Command(c.Request.FormValue("x"))
}

func (s *Store) find(name string) (*sql.Rows, error) {
	query := fmt.Sprintf("select * from goods where name = '%s'", name)
	return s.db.Query(query)
}

func (s *Store) list(w http.ResponseWriter, r *http.Request) {
	s.find(r.URL.Query().Get("name"))
	s.db.QueryRowContext(r.Context(), "select * from goods where id = "+chi.URLParam(r, "id"))
	s.db.QueryRowContext(r.Context(), "select * from goods where id = $1", chi.URLParam(r, "id"))
	id, _ := strconv.ParseInt(r.FormValue("id"), 10, 64)
	s.db.Exec(fmt.Sprintf("delete from goods where id = %d", id))
	s.db.Query("select * from " + pq.QuoteIdentifier(r.FormValue("table")))
	var jobs []Job
	s.other.Select(&jobs, "select * from jobs order by "+r.FormValue("order"))
	order := map[string]string{"name": "name", "size": "size"}[r.FormValue("order")]
	s.other.Select(&jobs, "select * from jobs order by "+order)
}

func (s *Store) echoList(c echo.Context) error {
	job := new(Job)
	if err := c.Bind(job); err != nil {
		return err
	}
	s.orm.Where("name = '" + job.Name + "'").Find(&Job{})
	s.orm.Where("name = ?", job.Name).Find(&Job{})
	s.orm.Raw("select * from jobs where name = '" + c.QueryParam("name") + "'")
	return s.orm.Order(c.QueryParam("order")).Error
}

func others(app *fiber.App, ctx context.Context) {
	app.Get("/:name", func(c *fiber.Ctx) error {
		filter := bson.M{"$where": "this.name == '" + c.Params("name") + "'"}
		plain := bson.M{"name": c.Params("name")}
		a := ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+c.Query("user")+")", nil, nil)
		b := ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+ldap.EscapeFilter(c.Query("user"))+")", nil, nil)
		d := xmlquery.FindOne(doc, "//user[name='"+c.Query("user")+"']")
		e := xmlquery.FindOne(doc, "//user")
		use(filter, plain, a, b, d, e)
		return nil
	})
}

func templates(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-template-injection
	t, _ := template.New("page").Parse("Hello " + r.FormValue("name"))
	t.Execute(w, nil)
	// ok: go-template-injection
	u, _ := template.New("page").Parse("Hello {{.}}")
	u.Execute(w, r.FormValue("name"))
	vm := goja.New()
	// ruleid: go-code-injection
	vm.RunString(r.FormValue("rule"))
	// ok: go-code-injection
	vm.RunString("1 + 1")
	// ruleid: go-code-injection
	plugin.Open("/opt/plugins/" + r.PathValue("name"))
	// ruleid: go-format-string
	log.Printf(r.FormValue("name"), w)
	// ok: go-format-string
	log.Printf("%s", r.FormValue("name"))
}
