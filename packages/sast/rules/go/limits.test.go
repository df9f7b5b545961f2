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
	w.Write([]byte("<p>" + other.Name))
	conn, _ := ldap.DialURL("ldap://dir")
	conn.Search(ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+other.Name+")", nil, nil))
	conn.Search(ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+ldap.EscapeFilter(other.Name)+")", nil, nil))
	f, _ := os.OpenFile(filepath.Join("/srv", r.PathValue("f")), os.O_RDONLY, 0)
	use(f)
	n, _ := strconv.Atoi(r.FormValue("n"))
	// ruleid: go-uncontrolled-memory-allocation
	buf := make([]byte, n)
	if n < 100 {
		// ok: go-uncontrolled-memory-allocation
		use(make([]byte, n))
	}
	use(buf)
}

func loose(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.FormValue("n"))
	if n > 100 {
		log.Print("many")
	}
	// ruleid: go-uncontrolled-memory-allocation
	use(make([]byte, n))
	if n < 1 {
		return
	}
	// ruleid: go-uncontrolled-memory-allocation
	use(make([]byte, n))
	most, _ := strconv.Atoi(r.FormValue("most"))
	if n > most {
		return
	}
	// ruleid: go-uncontrolled-memory-allocation
	use(make([]byte, n))
}
