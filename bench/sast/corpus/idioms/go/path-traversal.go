package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

const root = "/srv/files"
//// weak
func show(w http.ResponseWriter, r *http.Request) {
	data, _ := os.ReadFile(filepath.Join(root, r.URL.Query().Get("name")))
	w.Write(data)
}
//// safe
func show(w http.ResponseWriter, r *http.Request) {
	data, _ := os.ReadFile(filepath.Join(root, filepath.Base(r.URL.Query().Get("name"))))
	w.Write(data)
}
//// weak
func download(c *gin.Context) {
	c.File(root + "/" + c.Param("name"))
}
//// safe
func download(c *gin.Context) {
	c.FileFromFS(c.Param("name"), http.Dir(root))
}
//// weak
func serve(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, filepath.Join(root, r.FormValue("file")))
}
//// safe
func serve(w http.ResponseWriter, r *http.Request) {
	full := filepath.Join(root, r.FormValue("file"))
	if !strings.HasPrefix(full, root+"/") {
		http.Error(w, "name", http.StatusForbidden)
		return
	}
	http.ServeFile(w, r, full)
}
//// weak
func upload(c echo.Context) error {
	file, err := c.FormFile("file")
	if err != nil {
		return err
	}
	src, _ := file.Open()
	dst, err := os.Create(root + "/" + c.FormValue("target"))
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return err
}
//// safe
func upload(c echo.Context) error {
	file, err := c.FormFile("file")
	if err != nil {
		return err
	}
	src, _ := file.Open()
	dst, err := os.CreateTemp(root, "upload-*")
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return err
}
