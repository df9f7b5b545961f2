package shop

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/mux"
)

func load(name string) ([]byte, error) {
	// ruleid: go-path-traversal
	return os.ReadFile(filepath.Join("/srv/files", name))
}

func download(w http.ResponseWriter, r *http.Request) {
	load(mux.Vars(r)["name"])
	name := r.URL.Query().Get("name")
	// ruleid: go-path-traversal
	http.ServeFile(w, r, "/srv/files/"+name)
	// ok: go-path-traversal
	os.Open(filepath.Join("/srv/files", filepath.Base(name)))
	// ok: go-path-traversal
	os.Open("/srv/files/list.txt")
	// ruleid: go-path-traversal
	os.Remove(filepath.Clean(name))
	// ok: go-path-traversal
	os.Open(filepath.Join("/srv/files", filepath.Clean("/"+name)))
}

func checked(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if !filepath.IsLocal(name) {
		return
	}
	// ok: go-path-traversal
	os.Open(filepath.Join("/srv/files", name))
}

func prefixed(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join("/srv/files", r.FormValue("name"))
	if !strings.HasPrefix(path, "/srv/files/") {
		return
	}
	// ok: go-path-traversal
	os.Open(path)
}

func ginFile(c *gin.Context) {
	// ruleid: go-path-traversal
	c.File("/srv/files/" + c.Param("name"))
	file, _ := c.FormFile("file")
	// ruleid: go-path-traversal
	c.SaveUploadedFile(file, "/srv/files/"+file.Filename)
	// ok: go-path-traversal
	c.SaveUploadedFile(file, "/srv/files/"+newName())
}

func fiberFile(c *fiber.Ctx) error {
	// ruleid: go-path-traversal
	return c.SendFile(c.Params("name"))
}

func upload(w http.ResponseWriter, r *http.Request) {
	data, header, err := r.FormFile("file")
	if err != nil {
		return
	}
	name := filepath.Base(header.Filename)
	out, _ := os.Create(filepath.Join("/srv/files", name))
	other, _ := os.Create("/srv/files/" + newName() + ".png")
	io.Copy(out, data)
	io.Copy(other, data)
}

func unzip(archive, folder string) error {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	for _, entry := range reader.File {
		target := filepath.Join(folder, entry.Name)
		os.MkdirAll(filepath.Dir(target), 0o755)
		out, _ := os.Create(target)
		from, err := entry.Open()
		io.Copy(out, from)
		io.CopyN(out, from, 1<<20)
	}
	return nil
}

func write(path string, from io.Reader) {
	out, _ := os.Create(path)
	io.Copy(out, from)
}

func untar(from io.Reader, folder string) {
	reader := tar.NewReader(from)
	for {
		header, err := reader.Next()
		if err != nil {
			return
		}
		write(folder+"/"+header.Name, reader)
		if !filepath.IsLocal(header.Name) {
			continue
		}
		os.Create(folder + "/" + header.Name)
	}
}

func untarFlat(from io.Reader, folder string) {
	unpacked, err := gzip.NewReader(from)
	if err != nil {
		return
	}
	all, _ := io.ReadAll(unpacked)
	some, _ := io.ReadAll(io.LimitReader(unpacked, 1<<20))
	reader := tar.NewReader(unpacked)
	header, _ := reader.Next()
	os.Create(filepath.Join(folder, filepath.Base(header.Name)))
	use(all, some)
}

func modes(data []byte) {
	os.Chmod("a.txt", 0666)
	file, _ := os.Open("a.txt")
	file.Chmod(0o777)
	os.Chmod("a.txt", 0o600)
	os.MkdirAll("a", 0o777)
	os.WriteFile("/tmp/shop.txt", data, 0o600)
	os.Create(filepath.Join(os.TempDir(), "shop.lock"))
	os.CreateTemp("", "shop-*")
	os.WriteFile("/srv/shop.txt", data, 0o600)
}

func looked(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if !filepath.IsLocal(name) {
		log.Print("odd")
	}
	// ruleid: go-path-traversal
	os.Open(filepath.Join("/srv/files", name))
	if !strings.HasPrefix(name, "/srv/files") {
		return
	}
	// ruleid: go-path-traversal
	os.Open(name)
	other := r.FormValue("other")
	if strings.Contains(other, "..") {
		return
	}
	// ok: go-path-traversal
	os.Open(filepath.Join("/srv/files", other))
	// ruleid: go-path-traversal
	os.Open(other)
}
