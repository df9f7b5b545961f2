package main

import (
	"database/sql"
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
)

var db *sql.DB
var orm *gorm.DB
var dbx *sqlx.DB
//// weak
func user(w http.ResponseWriter, r *http.Request) {
	rows, _ := db.Query("SELECT * FROM users WHERE name = '" + r.URL.Query().Get("name") + "'")
	defer rows.Close()
}
//// safe
func user(w http.ResponseWriter, r *http.Request) {
	rows, _ := db.Query("SELECT * FROM users WHERE name = $1", r.URL.Query().Get("name"))
	defer rows.Close()
}
//// weak
func order(c *gin.Context) {
	row := db.QueryRow(fmt.Sprintf("SELECT * FROM orders WHERE id = %s", c.Param("id")))
	c.JSON(200, row)
}
//// safe
func order(c *gin.Context) {
	row := db.QueryRow("SELECT * FROM orders WHERE id = ?", c.Param("id"))
	c.JSON(200, row)
}
//// weak
func items(c *gin.Context) {
	var found []map[string]any
	orm.Raw("SELECT * FROM items WHERE title LIKE '%" + c.Query("q") + "%'").Scan(&found)
	c.JSON(200, found)
}
//// safe
func items(c *gin.Context) {
	var found []map[string]any
	orm.Raw("SELECT * FROM items WHERE title LIKE ?", "%"+c.Query("q")+"%").Scan(&found)
	c.JSON(200, found)
}
//// weak
func list(w http.ResponseWriter, r *http.Request) {
	query := "SELECT * FROM items ORDER BY " + r.FormValue("sort")
	var found []string
	dbx.SelectContext(r.Context(), &found, query)
}
//// safe
func list(w http.ResponseWriter, r *http.Request) {
	sort := "title"
	if r.FormValue("sort") == "price" {
		sort = "price"
	}
	var found []string
	dbx.SelectContext(r.Context(), &found, "SELECT * FROM items ORDER BY "+sort)
}
