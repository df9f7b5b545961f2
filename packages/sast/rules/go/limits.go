package shop
import (
	"net/http"
	"strconv"
	"sync"
)

func serve(r *chi.Mux) {
	// ruleid: go-directory-exposed
	http.Handle("/", http.FileServer(http.Dir(".")))
	// ok: go-directory-exposed
	http.Handle("/", http.FileServer(http.Dir("./public")))
}

func count(words []string) map[string]int {
	found := make(map[string]int)
	for _, word := range words {
		go func(word string) {
			// ruleid: go-data-race-map
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
			// ok: go-data-race-map
			found[word] = len(word)
		}(word)
	}
	return found
}

func fill(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.FormValue("n"))
	// ruleid: go-uncontrolled-memory-allocation
	use(make([]byte, n))
	m, _ := strconv.Atoi(r.FormValue("m"))
	if m > 100 {
		return
	}
	// ok: go-uncontrolled-memory-allocation
	use(make([]byte, m))
	// ok: go-uncontrolled-memory-allocation
	use(make([]byte, len(r.FormValue("x"))))
}
