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
	// ruleid: go-command-injection
	run.Command(name).Run()
}

func commands(w http.ResponseWriter, req *http.Request) {
	start(req.FormValue("program"))
	// ruleid: go-command-injection
	run.Command("sh", "-c", "ls "+req.URL.Query().Get("folder")).Run()
	// ok: go-command-injection
	run.Command("ls", "--", req.URL.Query().Get("folder")).Run()
	size, err := strconv.Atoi(req.FormValue("size"))
	if err != nil {
		return
	}
	// ok: go-command-injection
	run.Command("sh", "-c", fmt.Sprintf("resize %d", size)).Run()
	var job Job
	if err := json.NewDecoder(req.Body).Decode(&job); err != nil {
		return
	}
	// ruleid: go-command-injection
	run.CommandContext(req.Context(), "/bin/bash", "-c", job.Name).Run()
	// ok: go-command-injection
	run.Command("sync").Run()
}

func ginJobs(c *gin.Context) {
	var job Job
	if err := c.ShouldBindJSON(&job); err != nil {
		return
	}
	// ruleid: go-command-injection
	run.Command(job.Name)
	// ruleid: go-command-injection
	run.Command("bash", "-c", c.Query("x"))
	// ruleid: go-command-injection
	run.Command(c.Request.FormValue("x"))
}

func (s *Store) find(name string) (*sql.Rows, error) {
	query := fmt.Sprintf("select * from goods where name = '%s'", name)
	// ruleid: go-sql-injection
	return s.db.Query(query)
}

func (s *Store) list(w http.ResponseWriter, r *http.Request) {
	s.find(r.URL.Query().Get("name"))
	// ruleid: go-sql-injection
	s.db.QueryRowContext(r.Context(), "select * from goods where id = "+chi.URLParam(r, "id"))
	// ok: go-sql-injection
	s.db.QueryRowContext(r.Context(), "select * from goods where id = $1", chi.URLParam(r, "id"))
	id, _ := strconv.ParseInt(r.FormValue("id"), 10, 64)
	// ok: go-sql-injection
	s.db.Exec(fmt.Sprintf("delete from goods where id = %d", id))
	// ok: go-sql-injection
	s.db.Query("select * from " + pq.QuoteIdentifier(r.FormValue("table")))
	var jobs []Job
	// ruleid: go-sql-injection
	s.other.Select(&jobs, "select * from jobs order by "+r.FormValue("order"))
	order := map[string]string{"name": "name", "size": "size"}[r.FormValue("order")]
	// ok: go-sql-injection
	s.other.Select(&jobs, "select * from jobs order by "+order)
}

func (s *Store) echoList(c echo.Context) error {
	job := new(Job)
	if err := c.Bind(job); err != nil {
		return err
	}
	// ruleid: go-sql-injection
	s.orm.Where("name = '" + job.Name + "'").Find(&Job{})
	// ok: go-sql-injection
	s.orm.Where("name = ?", job.Name).Find(&Job{})
	// ruleid: go-sql-injection
	s.orm.Raw("select * from jobs where name = '" + c.QueryParam("name") + "'")
	// ruleid: go-sql-injection
	return s.orm.Order(c.QueryParam("order")).Error
}

func others(app *fiber.App, ctx context.Context) {
	app.Get("/:name", func(c *fiber.Ctx) error {
		// ruleid: go-nosql-injection
		filter := bson.M{"$where": "this.name == '" + c.Params("name") + "'"}
		// ok: go-nosql-injection
		plain := bson.M{"name": c.Params("name")}
		// ruleid: go-ldap-injection
		a := ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+c.Query("user")+")", nil, nil)
		// ok: go-ldap-injection
		b := ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+ldap.EscapeFilter(c.Query("user"))+")", nil, nil)
		// ruleid: go-xpath-injection
		d := xmlquery.FindOne(doc, "//user[name='"+c.Query("user")+"']")
		// ok: go-xpath-injection
		e := xmlquery.FindOne(doc, "//user")
		use(filter, plain, a, b, d, e)
		return nil
	})
}

func templates(w http.ResponseWriter, r *http.Request) {
	t, _ := template.New("page").Parse("Hello " + r.FormValue("name"))
	t.Execute(w, nil)
	u, _ := template.New("page").Parse("Hello {{.}}")
	u.Execute(w, r.FormValue("name"))
	vm := goja.New()
	vm.RunString(r.FormValue("rule"))
	vm.RunString("1 + 1")
	plugin.Open("/opt/plugins/" + r.PathValue("name"))
	log.Printf(r.FormValue("name"), w)
	log.Printf("%s", r.FormValue("name"))
}
