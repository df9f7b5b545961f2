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

func routerHandler(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	name := ps.ByName("name")
	fmt.Fprintf(w, "<p>%s</p>", name)
	// ruleid: go-template-injection
	t := template.Must(template.New("x").Parse("Hello " + name))
	t.Execute(w, nil)
}
