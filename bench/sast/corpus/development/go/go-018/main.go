package main

import (
	"log"
	"net/http"
)

func main() {
	http.HandleFunc("/render", func(w http.ResponseWriter, r *http.Request) {
		if err := render(r.URL.Query().Get("scale")); err != nil {
			http.Error(w, "not rendered", http.StatusBadGateway)
			return
		}
		http.ServeFile(w, r, "/srv/plan/plan.png")
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
