package files

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

const root = "/var/lib/notes"

// Note sends one note as text.
func Note(w http.ResponseWriter, r *http.Request) {
	wanted := filepath.Join(root, r.URL.Query().Get("name"))
	if !strings.HasSuffix(wanted, ".md") {
		http.NotFound(w, r)
		return
	}
	text, err := os.ReadFile(wanted)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Write(text)
}
