package p
func a() {
	x := source()
	if !filepath.IsLocal(x) { return }
	sink(filepath.Join("/srv", x))
}
func b() {
	x := source()
	if filepath.IsLocal(x) { return }
	sink(filepath.Join("/srv", x)) // found
}
func c() {
	x := source()
	y := source()
	if !filepath.IsLocal(y) { return }
	sink(filepath.Join("/srv", x)) // found
}
func d() {
	x := source()
	if strings.Contains(x, "..") { return }
	sink(filepath.Join("/srv", x))
	sink("/srv/" + x)
	sink(fmt.Sprintf("/srv/%s", x))
	sink(x) // found
	sink(fmt.Sprintf("%s/srv", x)) // found
	sink(filepath.Join(x, "a")) // found
}
func e() {
	x := source()
	if !strings.Contains(x, "..") { return }
	sink("/srv/" + x) // found
}
func f() {
	x := source()
	if strings.Contains(x, "..") || strings.Contains(x, "/") { return }
	sink(x)
}
func g() {
	x := source()
	if strings.Contains(x, "..") && strings.Contains(x, "/") { return }
	sink("/srv/" + x) // found
}
func h() {
	x := source()
	if strings.Contains(x, "..") { log.Println("odd") }
	sink("/srv/" + x) // found
}
func i() {
	x := source()
	if strings.Contains(x, "/") { return }
	sink("/srv/" + x) // found
}
func j() {
	x := source()
	if strings.Index(x, "..") >= 0 { return }
	sink("/srv/" + x)
}
func k() {
	x := source()
	if strings.Contains(x, "..") { return }
	y, _ := url.QueryUnescape(x)
	sink("/srv/" + y) // found
}
