package api

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

type Member struct {
	ID   uint
	Name string
	Club string
}

func Register(engine *gin.Engine, db *gorm.DB) {
	engine.GET("/members", func(c *gin.Context) {
		club := c.DefaultQuery("club", "rowing")
		var members []Member
		result := db.Where("club = ?", club).Limit(100).Find(&members)
		if result.Error != nil {
			c.Status(http.StatusInternalServerError)
			return
		}
		c.JSON(http.StatusOK, members)
	})
}
