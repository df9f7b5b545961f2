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
		return c.SendString("<p>" + name + "</p>")
	})
	app.Post("/b", func(c *fiber.Ctx) error {
		var order Order
		if err := c.BodyParser(&order); err != nil {
			return err
		}
		os.Remove("/srv/" + order.File)
		// ruleid: go-open-redirect
		return c.Redirect(c.FormValue("to"))
	})
	app.Get("/c", func(c *fiber.Ctx) error {
		return c.SendFile("/srv/" + c.Query("f"))
	})
}

func chiRoutes(r chi.Router, pool *pgxpool.Pool) {
	r.Get("/x/{id}", func(w http.ResponseWriter, r *http.Request) {
		id := chi.URLParam(r, "id")
		pool.Query(r.Context(), "select * from t where id = '"+id+"'")
		pool.Query(r.Context(), "select * from t where id = $1", id)
		// ruleid: go-open-redirect
		http.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound)
		resp, _ := http.Get("https://" + id + "/x")
		use(resp)
	})
}

func muxHandler(w http.ResponseWriter, r *http.Request) {
	vars := mux.Vars(r)
	file, _ := os.Open("/srv/" + vars["file"])
	use(file)
	client := &http.Client{}
	client.Get(vars["url"])
	req, _ := http.NewRequest("GET", vars["url"], nil)
	client.Do(req)
	// ruleid: go-open-redirect
	w.Header().Set("Location", vars["to"])
	w.WriteHeader(302)
}

func fastHandler(ctx *fasthttp.RequestCtx) {
	name := string(ctx.QueryArgs().Peek("name"))
	exec.Command("bash", "-c", name).Run()
	// ruleid: go-open-redirect
	ctx.Redirect(name, 302)
	ctx.SetContentType("text/html")
	ctx.WriteString("<p>" + name)
	fasthttp.ServeFile(ctx, "/srv/"+name)
}

func (c *OrderController) Get() {
	name := c.GetString("name")
	o := orm.NewOrm()
	o.Raw("select * from t where n = '" + name + "'").Exec()
	id := c.Ctx.Input.Param(":id")
	exec.Command("sh", "-c", id).Run()
	// ruleid: go-open-redirect
	c.Redirect(name, 302)
}

func buffaloHandler(c buffalo.Context) error {
	tx.RawQuery("select * from t where n = '" + c.Param("n") + "'").All(&rows)
	// ruleid: go-open-redirect
	return c.Redirect(302, c.Param("to"))
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
	// ruleid: go-open-redirect
	c.Redirect(302, in.Next)
	// ok: go-open-redirect
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
