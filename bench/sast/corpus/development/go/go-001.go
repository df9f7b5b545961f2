package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"net/http"

	_ "github.com/lib/pq"
)

type server struct{ db *sql.DB }

func (s *server) boats(w http.ResponseWriter, r *http.Request) {
	harbour := r.URL.Query().Get("harbour")
	query := fmt.Sprintf("SELECT name FROM %s WHERE harbour = $1", "boats")
	rows, err := s.db.QueryContext(r.Context(), query, harbour)
	if err != nil {
		http.Error(w, "no boats", http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	names := []string{}
	for rows.Next() {
		var name string
		if rows.Scan(&name) == nil {
			names = append(names, name)
		}
	}
	json.NewEncoder(w).Encode(names)
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/boats", (&server{db}).boats)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
