package main

import (
	"archive/tar"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/gofiber/fiber/v2"
)

func unpack(r io.Reader, dir string) error {
	reader := tar.NewReader(r)
	for {
		header, err := reader.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if header.Name == ".." {
			continue
		}
		file, err := os.Create(filepath.Join(dir, header.Name))
		if err != nil {
			return err
		}
		_, err = io.CopyN(file, reader, header.Size)
		file.Close()
		if err != nil {
			return err
		}
	}
}

func main() {
	app := fiber.New(fiber.Config{StreamRequestBody: true})
	app.Post("/fonts", func(c *fiber.Ctx) error {
		return unpack(c.Context().RequestBodyStream(), "/srv/fonts")
	})
	log.Fatal(app.Listen(":3000"))
}
