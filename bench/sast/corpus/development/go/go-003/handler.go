package visits

import (
	"encoding/json"
	"net/http"
)

type Handler struct{ Store *Store }

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	count, err := h.Store.Count(Filter{Page: r.Form.Get("page"), Order: r.Form.Get("order")})
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	json.NewEncoder(w).Encode(map[string]int{"visits": count})
}
