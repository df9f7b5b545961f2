package carts

import (
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
)

const cents = int32(499)

func Total(w http.ResponseWriter, r *http.Request) {
	amount, err := strconv.Atoi(chi.URLParam(r, "amount"))
	if err != nil || amount < 0 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	total := int32(amount) * cents
	w.Write([]byte(strconv.Itoa(int(total))))
}
