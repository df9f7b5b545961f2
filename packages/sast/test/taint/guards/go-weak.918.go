package p
func a() {
	u, err := url.Parse(source())
	if err != nil || u.Host != "a.example" { return }
	sink(u.String())
}
func b() {
	x := source()
	u, err := url.Parse(x)
	if err != nil || !strings.HasSuffix(u.Host, "a.example") { return }
	sink(x) // found
}
func c(r *http.Request) {
	r.Form = source()
	if r.Host != "a.example" { return }
	sink(r.Form) // found
}
func d() {
	x := source()
	if _, err := netip.ParseAddr(x); err != nil { return }
	sink(x) // found
}
func e() {
	x := source()
	if !strings.HasPrefix(x, "https://a.example") { return }
	sink(x) // found
}
