package main

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
)
//// weak
func ping(w http.ResponseWriter, r *http.Request) {
	out, _ := exec.Command("sh", "-c", "ping -c 1 "+r.URL.Query().Get("host")).Output()
	w.Write(out)
}
//// safe
func ping(w http.ResponseWriter, r *http.Request) {
	out, _ := exec.Command("ping", "-c", "1", "--", r.URL.Query().Get("host")).Output()
	w.Write(out)
}
//// weak
func archive(c *gin.Context) {
	cmd := exec.Command("bash", "-c", fmt.Sprintf("tar czf out.tgz %s", c.Query("folder")))
	cmd.Run()
}
//// safe
func archive(c *gin.Context) {
	n, err := strconv.Atoi(c.Query("folder"))
	if err != nil {
		return
	}
	cmd := exec.Command("bash", "-c", fmt.Sprintf("tar czf out.tgz %d", n))
	cmd.Run()
}
//// weak
func convert(w http.ResponseWriter, r *http.Request) {
	exec.CommandContext(context.Background(), r.FormValue("tool"), "in.png").Run()
}
//// safe
func convert(w http.ResponseWriter, r *http.Request) {
	tools := map[string]string{"png": "/usr/bin/optipng", "jpg": "/usr/bin/jpegoptim"}
	exec.CommandContext(context.Background(), tools[r.FormValue("tool")], "in.png").Run()
}
//// weak
func lookup(c *fiber.Ctx) error {
	line := "nslookup " + c.Query("name")
	out, err := exec.Command("/bin/sh", "-c", line).CombinedOutput()
	if err != nil {
		return err
	}
	return c.Send(out)
}
//// safe
func lookup(c *fiber.Ctx) error {
	out, err := exec.Command("/bin/sh", "-c", "nslookup example.com").CombinedOutput()
	if err != nil {
		return err
	}
	return c.Send(append(out, c.Query("name")...))
}
