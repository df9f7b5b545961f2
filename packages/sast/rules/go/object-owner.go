package shop

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

var db *gorm.DB

func show(c *gin.Context) {
	var order Order
	// ruleid: go-idor
	if err := db.First(&order, c.Param("id")).Error; err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, order)
}

func again(c *gin.Context) {
	id := c.Param("id")
	var invoice Invoice
	// ruleid: go-idor
	db.Where("id = ?", id).First(&invoice)
	c.JSON(http.StatusOK, invoice)
}

func (s *Shop) remove(c echo.Context) error {
	// ruleid: go-idor
	s.db.Delete(&Order{}, "id = ?", c.Param("id"))
	return c.NoContent(http.StatusNoContent)
}

func mine(c *gin.Context) {
	var order Order
	// ok: go-idor
	db.Where("id = ? AND owner_id = ?", c.Param("id"), c.GetString("owner")).First(&order)
	c.JSON(http.StatusOK, order)
}

func compared(c *gin.Context) {
	var order Order
	// ok: go-idor
	db.First(&order, c.Param("id"))
	if order.OwnerID != c.GetUint("uid") {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, order)
}

func article(c *gin.Context) {
	var article Article
	// ok: go-idor
	db.First(&article, c.Param("id"))
	c.JSON(http.StatusOK, article)
}

func first(c *gin.Context) {
	var order Order
	// ok: go-idor
	db.First(&order, 1)
	c.JSON(http.StatusOK, order)
}
