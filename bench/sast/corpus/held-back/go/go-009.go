package web

import (
	"html"

	"github.com/labstack/echo/v4"
)

func wrap(inner string) string { return "<article>" + inner + "</article>" }

func Quote(c echo.Context) error {
	author := c.QueryParam("author")
	texts := map[string]string{"anna": "Less is more.", "ben": "More is more."}
	text, ok := texts[author]
	if !ok {
		return c.HTML(404, wrap("Nothing by "+author))
	}
	return c.HTML(200, wrap(text))
}
