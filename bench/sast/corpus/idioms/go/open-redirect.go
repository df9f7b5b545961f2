package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
)
//// weak
func open(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Query().Get("url"), http.StatusFound)
}
//// safe
func open(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/home", http.StatusFound)
}
//// weak
func login(c *gin.Context) {
	next := c.DefaultQuery("next", "/")
	c.Redirect(302, next)
}
//// safe
func login(c *gin.Context) {
	next := "/"
	if c.Query("next") == "/account" {
		next = "/account"
	}
	c.Redirect(302, next)
}
//// weak
func leave(c echo.Context) error {
	return c.Redirect(302, c.QueryParam("to"))
}
//// safe
func leave(c echo.Context) error {
	pages := map[string]string{"a": "/a", "b": "/b"}
	return c.Redirect(302, pages[c.QueryParam("to")])
}
//// weak
func out(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", r.FormValue("target"))
	w.WriteHeader(302)
}
//// safe
func out(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", "/bye")
	w.WriteHeader(302)
}
