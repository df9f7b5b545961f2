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

func chiRoutes(r chi.Router, pool *pgxpool.Pool) {
	r.Get("/x/{id}", func(w http.ResponseWriter, r *http.Request) {
		id := chi.URLParam(r, "id")
		pool.Query(r.Context(), "select * from t where id = '"+id+"'")
		pool.Query(r.Context(), "select * from t where id = $1", id)
		http.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound)
		// ruleid: go-ssrf
		resp, _ := http.Get("https://" + id + "/x")
		use(resp)
	})
}

func muxHandler(w http.ResponseWriter, r *http.Request) {
	vars := mux.Vars(r)
	file, _ := os.Open("/srv/" + vars["file"])
	use(file)
	client := &http.Client{}
	// ruleid: go-ssrf
	client.Get(vars["url"])
	// ruleid: go-ssrf
	req, _ := http.NewRequest("GET", vars["url"], nil)
	client.Do(req)
	w.Header().Set("Location", vars["to"])
	w.WriteHeader(302)
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
	// ruleid: go-ssrf
	resty.New().R().Get(form.URL)
	rc := resty.New()
	// ruleid: go-ssrf
	rc.R().SetBody("x").Post(form.URL)
	coll.Find(ctx, bson.M{"$where": "this.n == '" + form.Name + "'"})
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
	db.Exec(fmt.Sprintf("delete from t where n = '%s'", in.Name))
	// ok: go-log-injection
	slog.Info("asked", "name", in.Name)
	// ruleid: go-log-injection
	log.Printf("asked %s", in.Name)
	// ok: go-log-injection
	log.Printf("asked %q", in.Name)
	// ruleid: go-log-injection
	logrus.Infof("asked %s", in.Name)
	id, err := strconv.Atoi(c.Param("id"))
	use(err)
	db.Exec(fmt.Sprintf("delete from t where id = %d", id))
}
