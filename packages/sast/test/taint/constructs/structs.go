//// structs in structs by their types alone
package p
type Base struct{ Name string }
func (b *Base) Run(q string) {
	sink(q) // found
}
func (b Base) Get() string { return b.Name }
type Child struct {
	Base
	*Other
	Id int
}
type Other struct{ X string }
func f() {
	c := Child{Base: Base{Name: source()}}
	sink(c.Name) // found
	sink(c.Base.Name) // found
	sink(c.Get()) // found
	var d Child
	d.Run(source())
	d.Name = source()
	sink(d.Base.Name) // found
	d.X = source()
	sink(d.Other.X) // found
	sink(d.Id)
}

//// pointers
package p
type S struct {
	Name string
	In   Inner
	P    *Inner
}
type Inner struct{ V string }
func fill(s *S) { s.Name = source() }
func fillText(t *string) { *t = source() }
func fillMap(m map[string]string) { m["a"] = source() }
func fillInner(i *Inner) { i.V = source() }
func clean(s *S) { s.Name = "x" }
func byValue(s S) S { s.Name = source(); return s }
func f() {
	var s S
	fill(&s)
	sink(s.Name) // found
	var t string
	fillText(&t)
	sink(t) // found
	m := map[string]string{}
	fillMap(m)
	sink(m["a"]) // found
	var u S
	fillInner(&u.In)
	sink(u.In.V) // found
	u.In.V = "x"
	v := &S{}
	v.P = &Inner{}
	v.P.V = source()
	sink(v.P.V) // found
	w := byValue(S{})
	sink(w.Name) // found
	var x S
	x.In.V = source()
	sink(x.In.V) // found
	x.In = Inner{V: "y"}
	sink(x.In.V)
	var y string
	p := &y
	*p = source()
	sink(y) // found
	sink(s.P)
}

//// interfaces
package p
type Store interface{ Find(q string) string }
type pg struct{}
func (p *pg) Find(q string) string {
	sink(q) // found
	return q
}
type H struct{ store Store }
func New(s Store) *H { return &H{store: s} }
func (h *H) Do() {
	h.store.Find(source())
	var i interface{} = source()
	if s, ok := i.(string); ok {
		sink(s) // found
	}
	switch v := i.(type) {
	case string:
		sink(v) // found
	case []byte:
		sink(v) // found
	}
	fn := h.store.Find
	sink(fn(source())) // found
}

//// chains of methods
package p
type Q struct{ parts []string; where string }
func New() *Q { return &Q{} }
func (q *Q) Where(s string) *Q { q.where = s; q.parts = append(q.parts, s); return q }
func (q *Q) Limit(n int) *Q { return q }
func (q *Q) SQL() string { return "select " + q.where }
func (q *Q) All() []string { return q.parts }
func f() {
	sink(New().Where(source()).Limit(3).SQL()) // found
	q := New()
	q.Where(source())
	sink(q.SQL()) // found
	sink(q.All()[0]) // found
	r := New().Where("x")
	sink(r.SQL())
}
