package p
var allowed = map[string]bool{"a": true, "b": true}
var columns = map[string]string{"a": "x"}
var names = []string{"a", "b"}
var slug = regexp.MustCompile(`^[a-z]+$`)
func a() {
	x := source()
	if !allowed[x] { x = "a" }
	sink(x)
}
func b() {
	x := source()
	if _, ok := columns[x]; !ok { return }
	sink(x)
	c, ok := columns[source()]
	if !ok { c = "z" }
	sink(c)
}
func c() {
	x := source()
	if !slices.Contains(names, x) { return }
	sink(x)
}
func d() {
	x := source()
	if !slug.MatchString(x) { return }
	sink(x)
}
func e() {
	x := source()
	switch x {
	case "a", "b":
		sink(x)
	default:
		sink(x) // found
	}
	switch x {
	case "a", "b":
	default:
		return
	}
	sink(x)
}
func f() {
	x := source()
	if _, err := strconv.Atoi(x); err != nil { x = "1" }
	sink(x)
}
func g() {
	x := source()
	if _, err := strconv.Atoi(x); err != nil { log.Print(x) }
	sink(x) // found
}
func isAllowed(x string) bool {
	for _, one := range names {
		if one == x { return true }
	}
	return false
}
func h() {
	x := source()
	if !isAllowed(x) { return }
	sink(x)
}
func check(x string) error {
	if !allowed[x] { return errors.New("no") }
	return nil
}
func i() {
	x := source()
	if err := check(x); err != nil { return }
	sink(x)
}
func j() {
	x := source()
	if !strings.HasPrefix(x, "a") { return }
	sink(x) // found
}
func column(x string) string {
	switch x {
	case "a": return "one"
	case "b": return x
	}
	return "three"
}
func k() {
	sink(column(source()))
}
