package shop
import (
	"net/http"
	"strconv"
	"sync"
)

func serve(r *chi.Mux) {
	// ruleid: go-folder-served-whole
	http.Handle("/", http.FileServer(http.Dir(".")))
	// ok: go-folder-served-whole
	http.Handle("/", http.FileServer(http.Dir("./public")))
}

func count(words []string) map[string]int {
	found := make(map[string]int)
	for _, word := range words {
		go func(word string) {
			// ruleid: go-map-shared-without-lock
			found[word] = len(word)
		}(word)
	}
	return found
}

func countLocked(words []string) map[string]int {
	var lock sync.Mutex
	found := make(map[string]int)
	for _, word := range words {
		go func(word string) {
			lock.Lock()
			defer lock.Unlock()
			// ok: go-map-shared-without-lock
			found[word] = len(word)
		}(word)
	}
	return found
}

func fill(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.FormValue("n"))
	// ruleid: go-request-to-allocation
	use(make([]byte, n))
	m, _ := strconv.Atoi(r.FormValue("m"))
	if m > 100 {
		return
	}
	// ok: go-request-to-allocation
	use(make([]byte, m))
	// ok: go-request-to-allocation
	use(make([]byte, len(r.FormValue("x"))))
}
