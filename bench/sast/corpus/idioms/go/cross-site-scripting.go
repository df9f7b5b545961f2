package main

import (
	"fmt"
	"html"
	"html/template"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)
//// weak
func hello(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<h1>Hello %s</h1>", r.URL.Query().Get("name"))
}
//// safe
func hello(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<h1>Hello %s</h1>", html.EscapeString(r.URL.Query().Get("name")))
}
//// weak
func search(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, "<p>Results for "+r.FormValue("q")+"</p>")
}
//// safe
func search(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	template.Must(template.New("p").Parse("<p>Results for {{.}}</p>")).Execute(w, r.FormValue("q"))
}
//// weak
func badge(c *gin.Context) {
	c.Data(200, "text/html; charset=utf-8", []byte("<b>"+c.Query("label")+"</b>"))
}
//// safe
func badge(c *gin.Context) {
	c.JSON(200, gin.H{"label": c.Query("label")})
}
//// weak
func page(c echo.Context) error {
	return c.HTML(200, "<title>"+c.QueryParam("title")+"</title>")
}
//// safe
func page(c echo.Context) error {
	return c.String(200, "Title: "+c.QueryParam("title"))
}
