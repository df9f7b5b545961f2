package shop
import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"os/exec"

	"github.com/aws/aws-lambda-go/events"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/mux"
	"github.com/gorilla/websocket"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/julienschmidt/httprouter"
	"github.com/labstack/echo/v4"
	"github.com/valyala/fasthttp"
)

func fiberRoutes(app *fiber.App, db *sql.DB) {
	app.Get("/a/:name", func(c *fiber.Ctx) error {
		name := c.Params("name")
		db.Query("select * from t where n = '" + name + "'")
		db.Query("select * from t where n = ?", name)
		exec.Command("sh", "-c", "ls "+c.Query("d")).Run()
		exec.Command("ls", "--", c.Query("d")).Run()
		c.Set("Content-Type", "text/html")
		// ruleid: go-xss
		return c.SendString("<p>" + name + "</p>")
	})
	app.Post("/b", func(c *fiber.Ctx) error {
		var order Order
		if err := c.BodyParser(&order); err != nil {
			return err
		}
		os.Remove("/srv/" + order.File)
		return c.Redirect(c.FormValue("to"))
	})
	app.Get("/c", func(c *fiber.Ctx) error {
		return c.SendFile("/srv/" + c.Query("f"))
	})
}

func routerHandler(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	name := ps.ByName("name")
	// ruleid: go-xss
	fmt.Fprintf(w, "<p>%s</p>", name)
	t := template.Must(template.New("x").Parse("Hello " + name))
	t.Execute(w, nil)
}

func fastHandler(ctx *fasthttp.RequestCtx) {
	name := string(ctx.QueryArgs().Peek("name"))
	exec.Command("bash", "-c", name).Run()
	ctx.Redirect(name, 302)
	ctx.SetContentType("text/html")
	// ruleid: go-xss
	ctx.WriteString("<p>" + name)
	fasthttp.ServeFile(ctx, "/srv/"+name)
}

func echoHandler(c echo.Context) error {
	var form Form
	c.Bind(&form)
	bunDB.NewSelect().Where("n = '" + form.Name + "'").Scan(ctx)
	bunDB.NewSelect().Where("n = ?", form.Name).Scan(ctx)
	bunDB.NewRaw("select " + form.Name).Scan(ctx)
	gormDB.Where("n = " + form.Name).Find(&rows)
	gormDB.Where("n = ?", form.Name).Find(&rows)
	gormDB.Order(c.QueryParam("sort")).Find(&rows)
	client.Goods.Query().Where(func(s *entsql.Selector) { s.Where(entsql.ExprP("n = " + form.Name)) })
	queries := "select * from t where n = '" + form.Name + "'"
	var rows []Row
	sqlxDB.Select(&rows, queries)
	sqlxDB.Select(&rows, "select * from t where n = ?", form.Name)
	resty.New().R().Get(form.URL)
	rc := resty.New()
	rc.R().SetBody("x").Post(form.URL)
	coll.Find(ctx, bson.M{"$where": "this.n == '" + form.Name + "'"})
	coll.Find(ctx, bson.M{"n": form.Name})
	regexp.MustCompile(form.Name)
	regexp.MustCompile(regexp.QuoteMeta(form.Name))
	yaml.NewDecoder(c.Request().Body)
	// ruleid: go-xss
	return c.HTML(200, "<p>"+form.Name)
}

func ginHandler(c *gin.Context) {
	var in Input
	if err := c.ShouldBindJSON(&in); err != nil {
		return
	}
	c.File("/srv/" + in.File)
	c.Header("Content-Type", "text/html")
	// ruleid: go-xss
	c.String(200, "<p>"+in.Name)
	// ruleid: go-xss
	c.Data(200, "text/html; charset=utf-8", []byte(in.Name))
	c.Redirect(302, in.Next)
	c.Redirect(302, "/orders/"+in.Next)
	db.Exec(fmt.Sprintf("delete from t where n = '%s'", in.Name))
	slog.Info("asked", "name", in.Name)
	log.Printf("asked %s", in.Name)
	log.Printf("asked %q", in.Name)
	logrus.Infof("asked %s", in.Name)
	id, err := strconv.Atoi(c.Param("id"))
	use(err)
	db.Exec(fmt.Sprintf("delete from t where id = %d", id))
}

func stdHandler(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(http.MaxBytesReader(w, r.Body, 1000))
	var in Input
	json.Unmarshal(body, &in)
	http.ServeFile(w, r, "/srv/"+in.File)
	http.ServeFile(w, r, "/srv/"+filepath.Base(in.File))
	gob.NewDecoder(r.Body).Decode(&in)
	exec.Command("sh", "-c", in.Name).Run()
	var other Input
	json.NewDecoder(r.Body).Decode(&other)
	// ruleid: go-xss
	w.Write([]byte("<p>" + other.Name))
	conn, _ := ldap.DialURL("ldap://dir")
	conn.Search(ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+other.Name+")", nil, nil))
	conn.Search(ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+ldap.EscapeFilter(other.Name)+")", nil, nil))
	f, _ := os.OpenFile(filepath.Join("/srv", r.PathValue("f")), os.O_RDONLY, 0)
	use(f)
	n, _ := strconv.Atoi(r.FormValue("n"))
	buf := make([]byte, n)
	if n < 100 {
		use(make([]byte, n))
	}
	use(buf)
}
