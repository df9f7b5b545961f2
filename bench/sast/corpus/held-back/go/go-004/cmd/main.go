package main

import (
	"github.com/jmoiron/sqlx"
	"github.com/labstack/echo/v4"

	"example.org/meters/internal/meters"
)

func main() {
	repo := meters.New(sqlx.MustConnect("postgres", "dbname=meters"))
	e := echo.New()
	e.GET("/meters/:street", func(c echo.Context) error {
		list, err := repo.OnStreet(c.Param("street"), c.QueryParam("sort"))
		if err != nil {
			return err
		}
		return c.JSON(200, list)
	})
	e.Logger.Fatal(e.Start(":1323"))
}
