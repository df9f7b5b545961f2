//// types as parameters
package p
func id[T any](v T) T { return v }
func Map[T, U any](in []T, f func(T) U) []U {
	var out []U
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}
type Box[T any] struct{ v T }
func (b *Box[T]) Set(v T) { b.v = v }
func (b *Box[T]) Get() T  { return b.v }
func NewBox[T any](v T) *Box[T] { return &Box[T]{v: v} }
func f() {
	sink(id(source())) // found
	sink(id[string](source())) // found
	out := Map([]string{source()}, func(s string) string { return "x" + s })
	sink(out[0]) // found
	b := &Box[string]{}
	b.Set(source())
	sink(b.Get()) // found
	c := NewBox(source())
	sink(c.Get()) // found
	d := NewBox[string]("x")
	sink(d.Get())
}

//// functions without a name
package p
func f() {
	s := source()
	g := func() string { return s }
	sink(g()) // found
	var out string
	set := func(v string) { out = v }
	set(source())
	sink(out) // found
	func(q string) {
		sink(q) // found
	}(source())
	defer func() {
		sink(s) // found
	}()
	go func(x string) {
		sink(x) // found
	}(s)
	h := makeHandler(s)
	h()
}
func makeHandler(q string) func() {
	return func() {
		sink(q) // found
	}
}

//// several results, and those with names
package p
func two() (string, error) { return source(), nil }
func named() (s string, err error) {
	s = source()
	return
}
func named2() (s string, n int) {
	defer func() { s = source() }()
	return "x", 1
}
func swap(a, b string) (string, string) { return b, a }
func f() {
	a, err := two()
	sink(a) // found
	sink(err)
	b, _ := named()
	sink(b) // found
	c, n := named2()
	sink(c) // found
	sink(n)
	x, y := swap("x", source())
	sink(x) // found
	sink(y)
	if v, err := two(); err == nil {
		sink(v) // found
	}
	x, y = y, x
	sink(y) // found
}

//// what is put off
package p
func f() (err error) {
	s := source()
	defer run(s)
	panic(s)
}
func run(q string) {
	sink(q) // found
}

//// variables of a package
package p
const A = "x"
var g string
func set() { g = source() }
func use() {
	sink(g) // found
	sink(A)
}
var handlers = map[string]func(string){
	"a": func(q string) {
		sink(q) // found
	},
	"b": run,
}
func run(q string) {
	sink(q) // found
}
func f() {
	handlers["a"](source())
	handlers["b"](source())
}

//// any number of arguments
package p
func all(prefix string, xs ...string) string { return xs[0] }
func opts(fs ...func(*O)) *O {
	o := &O{}
	for _, f := range fs {
		f(o)
	}
	return o
}
type O struct{ name string }
func WithName(n string) func(*O) { return func(o *O) { o.name = n } }
func f() {
	sink(all("a", source())) // found
	xs := []string{source()}
	sink(all("a", xs...)) // found
	o := opts(WithName(source()))
	sink(o.name) // found
	sink(all(source(), "x"))
}
