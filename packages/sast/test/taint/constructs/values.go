//// maps, slices and arrays
package p
func f() {
	m := map[string]string{"a": source(), "b": "x"}
	sink(m["a"]) // found
	sink(m["b"])
	for k, v := range m {
		sink(v) // found
		sink(k)
	}
	if v, ok := m["a"]; ok {
		sink(v) // found
	}
	n := make(map[string][]string)
	n["k"] = append(n["k"], source())
	sink(n["k"][0]) // found
	s := []string{"a"}
	s = append(s, source())
	sink(s[1]) // found
	t := append([]string{"x"}, s...)
	sink(t) // found
	u := s[1:]
	sink(u[0]) // found
	w := make([]string, 3)
	copy(w, s)
	sink(w[0]) // found
	var arr [3]string
	arr[0] = source()
	sink(arr[0]) // found
	sink(len(s))
	for i := range s {
		sink(s[i]) // found
	}
	type row struct{ a, b string }
	rows := []row{{a: source(), b: "x"}, {"y", "z"}}
	for _, r := range rows {
		sink(r.a) // found
	}
	p := map[string]*row{"q": {a: source()}}
	sink(p["q"].a) // found
	delete(m, "a")
	clear(n)
}

//// texts
package p
import (
	"fmt"
	"strings"
	"bytes"
	"path/filepath"
	"text/template"
)
func f() {
	s := source()
	sink(fmt.Sprintf("select %s", s)) // found
	var sb strings.Builder
	sb.WriteString("x")
	sb.WriteString(s)
	sink(sb.String()) // found
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "x %s", s)
	sink(buf.String()) // found
	sink(strings.TrimSpace(s)) // found
	sink(strings.Split(s, ",")[0]) // found
	sink(strings.Join([]string{"a", s}, ",")) // found
	sink(filepath.Join("/srv", s)) // found
	sink([]byte(s)) // found
	sink(string([]byte(s))) // found
	for _, p := range strings.Fields(s) {
		sink(p) // found
	}
	for _, r := range s {
		sink(r) // found
	}
	q := "a"
	q += s
	sink(q) // found
	b := bytes.NewBufferString(s)
	sink(b.String()) // found
	rd := strings.NewReader(s)
	sink(rd) // found
	t := template.Must(template.New("x").Parse(s))
	sink(t) // found
	before, after, _ := strings.Cut(s, "=")
	sink(before) // found
	sink(after) // found
	err := fmt.Errorf("bad %s", s)
	sink(err.Error()) // found
	sink(strings.Contains(s, "x"))
	e := &s
	sink(*e) // found
	sink(strings.Map(func(r rune) rune { return r }, s)) // found
	sb2 := &strings.Builder{}
	sb2.WriteString(s)
	sink(sb2.String()) // found
	sb2.Reset()
	sink(sb2.String())
}

//// what is read into a struct
package p
import (
	"encoding/json"
	"io"
	"net/http"
	"bufio"
)
type Req struct {
	Name string `json:"name"`
	N    int
	In   struct{ A string }
}
func h(w http.ResponseWriter, r *http.Request) {
	var q Req
	json.NewDecoder(source()).Decode(&q)
	sink(q.Name) // found
	sink(q.In.A) // found
	data, err := io.ReadAll(source())
	if err != nil {
		return
	}
	sink(data) // found
	var p Req
	if err := json.Unmarshal(data, &p); err != nil {
		return
	}
	sink(p.Name) // found
	z := new(Req)
	json.Unmarshal(data, z)
	sink(z.Name) // found
	m := map[string]interface{}{}
	json.Unmarshal(data, &m)
	sink(m["a"].(string)) // found
	sc := bufio.NewScanner(source())
	for sc.Scan() {
		sink(sc.Text()) // found
	}
	rd := bufio.NewReader(source())
	line, _ := rd.ReadString('\n')
	sink(line) // found
	dec := json.NewDecoder(source())
	y := &Req{}
	dec.Decode(y)
	sink(y.Name) // found
	var list []Req
	json.Unmarshal(data, &list)
	for _, one := range list {
		sink(one.Name) // found
	}
}

//// channels
package p
import "sync"
func f() {
	c := make(chan string, 1)
	c <- source()
	sink(<-c) // found
	v, ok := <-c
	sink(v) // found
	_ = ok
	for x := range c {
		sink(x) // found
	}
	select {
	case y := <-c:
		sink(y) // found
	default:
	}
	var wg sync.WaitGroup
	res := make([]string, 2)
	wg.Add(1)
	go func() { defer wg.Done(); res[0] = source() }()
	wg.Wait()
	sink(res[0]) // found
	var m sync.Map
	m.Store("a", source())
	z, _ := m.Load("a")
	sink(z) // found
	var once sync.Once
	var o string
	once.Do(func() { o = source() })
	sink(o) // found
	out := make(chan string)
	go produce(out)
	sink(<-out) // found
}
func produce(out chan<- string) { out <- source() }
