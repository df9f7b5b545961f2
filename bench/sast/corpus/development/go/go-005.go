package main

import (
	"log"
	"net/http"
	"os/exec"
)

func convert(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if name == "" {
		http.Error(w, "a name is needed", http.StatusBadRequest)
		return
	}
	cmd := exec.Command("sh", "-c", "figlet "+name)
	cmd.Stdout = w
	if err := cmd.Run(); err != nil {
		log.Printf("figlet: %v", err)
	}
}

func main() {
	http.HandleFunc("/banner", convert)
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", nil))
}
