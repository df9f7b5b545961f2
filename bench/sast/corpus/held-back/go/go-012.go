package auth

import (
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
)

func After(c *gin.Context) {
	target, err := url.Parse(c.Query("continue"))
	if err != nil || target.Path == "" || target.Host != "" || target.Scheme != "" {
		c.Redirect(http.StatusFound, "/")
		return
	}
	c.SetCookie("seen", "1", 3600, "/", "", true, true)
	c.Redirect(http.StatusFound, "/app?page="+url.QueryEscape(target.Path))
}
