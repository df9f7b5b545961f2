package main

import (
	"html/template"
	"log"
	"net/http"
)

var page = template.Must(template.New("page").Parse(`<!doctype html>
<h1>Hello {{.Name}}</h1>
<p>You are visitor number {{.Number}}.</p>
`))

func main() {
	number := 0
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		number++
		data := struct {
			Name   string
			Number int
		}{r.URL.Query().Get("name"), number}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := page.Execute(w, data); err != nil {
			log.Print(err)
		}
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
