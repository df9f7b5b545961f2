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
	return os.ReadFile(filepath.Join("/srv/files", name))
}

func download(w http.ResponseWriter, r *http.Request) {
	load(mux.Vars(r)["name"])
	name := r.URL.Query().Get("name")
	http.ServeFile(w, r, "/srv/files/"+name)
	os.Open(filepath.Join("/srv/files", filepath.Base(name)))
	os.Open("/srv/files/list.txt")
	os.Remove(filepath.Clean(name))
	os.Open(filepath.Join("/srv/files", filepath.Clean("/"+name)))
}

func checked(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if !filepath.IsLocal(name) {
		return
	}
	os.Open(filepath.Join("/srv/files", name))
}

func prefixed(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join("/srv/files", r.FormValue("name"))
	if !strings.HasPrefix(path, "/srv/files/") {
		return
	}
	os.Open(path)
}

func ginFile(c *gin.Context) {
	c.File("/srv/files/" + c.Param("name"))
	file, _ := c.FormFile("file")
	// ruleid: go-unrestricted-upload
	c.SaveUploadedFile(file, "/srv/files/"+file.Filename)
	// ok: go-unrestricted-upload
	c.SaveUploadedFile(file, "/srv/files/"+newName())
}

func fiberFile(c *fiber.Ctx) error {
	return c.SendFile(c.Params("name"))
}

func upload(w http.ResponseWriter, r *http.Request) {
	data, header, err := r.FormFile("file")
	if err != nil {
		return
	}
	name := filepath.Base(header.Filename)
	// ruleid: go-unrestricted-upload
	out, _ := os.Create(filepath.Join("/srv/files", name))
	// ok: go-unrestricted-upload
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
		// ruleid: go-path-traversal-zip-slip
		os.MkdirAll(filepath.Dir(target), 0o755)
		// ruleid: go-path-traversal-zip-slip
		out, _ := os.Create(target)
		from, err := entry.Open()
		// ruleid: go-unbounded-decompression
		io.Copy(out, from)
		// ok: go-unbounded-decompression
		io.CopyN(out, from, 1<<20)
	}
	return nil
}

func write(path string, from io.Reader) {
	// ruleid: go-path-traversal-zip-slip
	out, _ := os.Create(path)
	// ok: go-unbounded-decompression
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
		// ok: go-path-traversal-zip-slip
		os.Create(folder + "/" + header.Name)
	}
}

func untarFlat(from io.Reader, folder string) {
	unpacked, err := gzip.NewReader(from)
	if err != nil {
		return
	}
	// ruleid: go-unbounded-decompression
	all, _ := io.ReadAll(unpacked)
	// ok: go-unbounded-decompression
	some, _ := io.ReadAll(io.LimitReader(unpacked, 1<<20))
	reader := tar.NewReader(unpacked)
	header, _ := reader.Next()
	// ok: go-path-traversal-zip-slip
	os.Create(filepath.Join(folder, filepath.Base(header.Name)))
	use(all, some)
}

func modes(data []byte) {
	// ruleid: go-world-writable-file
	os.Chmod("a.txt", 0666)
	file, _ := os.Open("a.txt")
	// ruleid: go-world-writable-file
	file.Chmod(0o777)
	// ok: go-world-writable-file
	os.Chmod("a.txt", 0o600)
	// ok: go-world-writable-file
	os.MkdirAll("a", 0o777)
	// ruleid: go-insecure-temporary-file
	os.WriteFile("/tmp/shop.txt", data, 0o600)
	// ruleid: go-insecure-temporary-file
	os.Create(filepath.Join(os.TempDir(), "shop.lock"))
	// ok: go-insecure-temporary-file
	os.CreateTemp("", "shop-*")
	// ok: go-insecure-temporary-file
	os.WriteFile("/srv/shop.txt", data, 0o600)
}

func lookedAt(reader *tar.Reader, folder string) {
	for {
		header, err := reader.Next()
		if err != nil {
			return
		}
		to := filepath.Join(folder, header.Name)
		if !strings.HasPrefix(to, folder) {
			continue
		}
		// ruleid: go-path-traversal-zip-slip
		os.Create(to)
		if !strings.HasPrefix(to, folder+"/") {
			continue
		}
		// ok: go-path-traversal-zip-slip
		os.Create(to)
	}
}
