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
		// ruleid: go-sql-injection
		db.Query("select * from t where n = '" + name + "'")
		// ok: go-sql-injection
		db.Query("select * from t where n = ?", name)
		// ruleid: go-command-injection
		exec.Command("sh", "-c", "ls "+c.Query("d")).Run()
		// ok: go-command-injection
		exec.Command("ls", "--", c.Query("d")).Run()
		c.Set("Content-Type", "text/html")
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

func chiRoutes(r chi.Router, pool *pgxpool.Pool) {
	r.Get("/x/{id}", func(w http.ResponseWriter, r *http.Request) {
		id := chi.URLParam(r, "id")
		// ruleid: go-sql-injection
		pool.Query(r.Context(), "select * from t where id = '"+id+"'")
		// ok: go-sql-injection
		pool.Query(r.Context(), "select * from t where id = $1", id)
		http.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound)
		resp, _ := http.Get("https://" + id + "/x")
		use(resp)
	})
}

func fastHandler(ctx *fasthttp.RequestCtx) {
	name := string(ctx.QueryArgs().Peek("name"))
	// ruleid: go-command-injection
	exec.Command("bash", "-c", name).Run()
	ctx.Redirect(name, 302)
	ctx.SetContentType("text/html")
	ctx.WriteString("<p>" + name)
	fasthttp.ServeFile(ctx, "/srv/"+name)
}

func (c *OrderController) Get() {
	name := c.GetString("name")
	o := orm.NewOrm()
	// ruleid: go-sql-injection
	o.Raw("select * from t where n = '" + name + "'").Exec()
	id := c.Ctx.Input.Param(":id")
	// ruleid: go-command-injection
	exec.Command("sh", "-c", id).Run()
	c.Redirect(name, 302)
}

func buffaloHandler(c buffalo.Context) error {
	// ruleid: go-sql-injection
	tx.RawQuery("select * from t where n = '" + c.Param("n") + "'").All(&rows)
	return c.Redirect(302, c.Param("to"))
}

func (s *greeterServer) Say(ctx context.Context, in *pb.SayRequest) (*pb.SayReply, error) {
	// ruleid: go-sql-injection
	rows, err := s.db.QueryContext(ctx, "select * from t where n = '"+in.GetName()+"'")
	use(rows, err)
	// ruleid: go-command-injection
	exec.CommandContext(ctx, "sh", "-c", in.Name).Run()
	return &pb.SayReply{}, nil
}

func socketHandler(w http.ResponseWriter, r *http.Request) {
	conn, _ := upgrader.Upgrade(w, r, nil)
	_, message, _ := conn.ReadMessage()
	// ruleid: go-command-injection
	exec.Command("sh", "-c", string(message)).Run()
}

func echoHandler(c echo.Context) error {
	var form Form
	c.Bind(&form)
	// ruleid: go-sql-injection
	bunDB.NewSelect().Where("n = '" + form.Name + "'").Scan(ctx)
	// ok: go-sql-injection
	bunDB.NewSelect().Where("n = ?", form.Name).Scan(ctx)
	// ruleid: go-sql-injection
	bunDB.NewRaw("select " + form.Name).Scan(ctx)
	// ruleid: go-sql-injection
	gormDB.Where("n = " + form.Name).Find(&rows)
	// ok: go-sql-injection
	gormDB.Where("n = ?", form.Name).Find(&rows)
	// ruleid: go-sql-injection
	gormDB.Order(c.QueryParam("sort")).Find(&rows)
	// ruleid: go-sql-injection
	client.Goods.Query().Where(func(s *entsql.Selector) { s.Where(entsql.ExprP("n = " + form.Name)) })
	queries := "select * from t where n = '" + form.Name + "'"
	var rows []Row
	// ruleid: go-sql-injection
	sqlxDB.Select(&rows, queries)
	// ok: go-sql-injection
	sqlxDB.Select(&rows, "select * from t where n = ?", form.Name)
	resty.New().R().Get(form.URL)
	rc := resty.New()
	rc.R().SetBody("x").Post(form.URL)
	// ruleid: go-nosql-injection
	coll.Find(ctx, bson.M{"$where": "this.n == '" + form.Name + "'"})
	// ok: go-nosql-injection
	coll.Find(ctx, bson.M{"n": form.Name})
	regexp.MustCompile(form.Name)
	regexp.MustCompile(regexp.QuoteMeta(form.Name))
	yaml.NewDecoder(c.Request().Body)
	return c.HTML(200, "<p>"+form.Name)
}

func ginHandler(c *gin.Context) {
	var in Input
	if err := c.ShouldBindJSON(&in); err != nil {
		return
	}
	c.File("/srv/" + in.File)
	c.Header("Content-Type", "text/html")
	c.String(200, "<p>"+in.Name)
	c.Data(200, "text/html; charset=utf-8", []byte(in.Name))
	c.Redirect(302, in.Next)
	c.Redirect(302, "/orders/"+in.Next)
	// ruleid: go-sql-injection
	db.Exec(fmt.Sprintf("delete from t where n = '%s'", in.Name))
	slog.Info("asked", "name", in.Name)
	log.Printf("asked %s", in.Name)
	log.Printf("asked %q", in.Name)
	logrus.Infof("asked %s", in.Name)
	id, err := strconv.Atoi(c.Param("id"))
	use(err)
	// ok: go-sql-injection
	db.Exec(fmt.Sprintf("delete from t where id = %d", id))
}

func stdHandler(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(http.MaxBytesReader(w, r.Body, 1000))
	var in Input
	json.Unmarshal(body, &in)
	http.ServeFile(w, r, "/srv/"+in.File)
	http.ServeFile(w, r, "/srv/"+filepath.Base(in.File))
	gob.NewDecoder(r.Body).Decode(&in)
	// ruleid: go-command-injection
	exec.Command("sh", "-c", in.Name).Run()
	var other Input
	json.NewDecoder(r.Body).Decode(&other)
	w.Write([]byte("<p>" + other.Name))
	conn, _ := ldap.DialURL("ldap://dir")
	// ruleid: go-ldap-injection
	conn.Search(ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+other.Name+")", nil, nil))
	// ok: go-ldap-injection
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
