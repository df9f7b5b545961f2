package main

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
)
//// weak
func proxy(w http.ResponseWriter, r *http.Request) {
	resp, err := http.Get(r.URL.Query().Get("url"))
	if err == nil {
		resp.Write(w)
	}
}
//// safe
func proxy(w http.ResponseWriter, r *http.Request) {
	resp, err := http.Get("https://api.example.com/items?u=" + url.QueryEscape(r.URL.Query().Get("url")))
	if err == nil {
		resp.Write(w)
	}
}
//// weak
func hook(c *gin.Context) {
	req, _ := http.NewRequest("POST", c.PostForm("callback"), strings.NewReader("ok"))
	http.DefaultClient.Do(req)
}
//// safe
func hook(c *gin.Context) {
	req, _ := http.NewRequest("POST", "https://hooks.example.com/done", strings.NewReader(c.PostForm("callback")))
	http.DefaultClient.Do(req)
}
//// weak
func status(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{}
	client.Get("http://" + r.FormValue("host") + "/health")
}
//// safe
func status(w http.ResponseWriter, r *http.Request) {
	hosts := map[string]string{"a": "a.internal", "b": "b.internal"}
	client := &http.Client{}
	client.Get("http://" + hosts[r.FormValue("host")] + "/health")
}
//// weak
func image(c *gin.Context) {
	var body struct{ Src string }
	if c.ShouldBindJSON(&body) != nil {
		return
	}
	http.Head(body.Src)
}
//// safe
func image(c *gin.Context) {
	var body struct{ Src string }
	if c.ShouldBindJSON(&body) != nil {
		return
	}
	target, err := url.Parse(body.Src)
	if err != nil || target.Host != "images.example.com" {
		return
	}
	http.Head(target.String())
}
