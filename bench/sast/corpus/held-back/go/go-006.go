package hooks

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"regexp"

	"github.com/go-chi/chi/v5"
)

type push struct {
	Branch string `json:"branch"`
}

var branchName = regexp.MustCompile(`[\w/.-]+`)

func Routes(r chi.Router) {
	r.Post("/hooks/push", func(w http.ResponseWriter, req *http.Request) {
		var p push
		if json.NewDecoder(req.Body).Decode(&p) != nil || !branchName.MatchString(p.Branch) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		script := "cd /srv/site && git fetch && git checkout " + p.Branch
		if exec.CommandContext(req.Context(), "/bin/bash", "-c", script).Run() != nil {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
}
