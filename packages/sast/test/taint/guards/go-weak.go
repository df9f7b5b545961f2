package p
var allowed = map[string]bool{"a": true, "b": true}
var open = map[string]bool{"a": true}
var openNames = []string{"a"}
var names = []string{"a", "b"}
var slug = regexp.MustCompile(`^[a-z]+$`)
var lines = regexp.MustCompile(`(?m)^[a-z]+$`)
var flags = map[string]bool{"a": true, "b": false}
func teach() {
	open[source()] = true
	openNames = append(openNames, source())
}
func a() {
	x := source()
	if !open[x] { return }
	sink(x) // found
}
func b() {
	x := source()
	if !slices.Contains(openNames, x) { return }
	sink(x) // found
}
func c() {
	x, y := source(), source()
	if !allowed[y] { return }
	sink(x) // found
	sink(y)
}
func d() {
	x := source()
	if !allowed[x] { return }
	x = source()
	sink(x) // found
}
func e() {
	x := source()
	if !allowed[x] { log.Print(x) }
	sink(x) // found
}
func f(deep bool) {
	x := source()
	if deep && !allowed[x] { return }
	sink(x) // found
}
func g(deep bool) {
	x := source()
	if deep || allowed[x] {
		sink(x) // found
	}
}
func h() {
	x := source()
	if !lines.MatchString(x) { return }
	sink(x) // found
}
func i() {
	x := source()
	if ok, _ := regexp.MatchString("[a-z]+", x); !ok { return }
	sink(x) // found
}
func j() {
	x := source()
	if ok, _ := regexp.MatchString("^[a-z]+$", x); !ok { return }
	sink(x)
}
func k() {
	x := source()
	if ok, _ := regexp.MatchString(x, "^[a-z]+$"); !ok { return }
	sink(x) // found
}
func l() {
	x := source()
	if strings.Contains(x, "a") {
		sink(x) // found
	}
}
func m() {
	x := source()
	if strings.Split(x, ",")[0] != "a" { return }
	sink(x) // found
}
func n() {
	x := source()
	n, err := strconv.Atoi(x)
	if err != nil { log.Print(err) }
	use(n)
	sink(x) // found
}
func o() {
	x := source()
	n, err := strconv.Atoi(x)
	if err != nil { return }
	use(n)
	sink(x)
}
func p() {
	x := source()
	_, err := strconv.Atoi(x[:1])
	if err != nil { return }
	sink(x) // found
}
func q() {
	x := source()
	_, err := strconv.Atoi(source())
	if err != nil { return }
	sink(x) // found
}
func r() {
	x := source()
	switch x {
	case "a":
		fallthrough
	default:
		sink(x) // found
	}
}
func s() {
	x := source()
	switch {
	case allowed[x]:
		sink(x)
	case len(x) > 2:
		sink(x) // found
	}
}
func check(x string) error {
	if !allowed[x] { log.Print(x) }
	return nil
}
func t() {
	x := source()
	if err := check(x); err != nil { return }
	sink(x) // found
}
func demand(x string) error {
	if !allowed[x] { return errors.New("no") }
	return nil
}
func u() {
	x := source()
	demand(x)
	sink(x) // found
}
func v() {
	x := source()
	if err := demand(x); err == nil { return }
	sink(x) // found
}
func w() {
	x := source()
	_ = demand(x)
	sink(x) // found
}
func panics(x string) {
	if !allowed[x] { panic("no") }
}
func y() {
	x := source()
	panics(x)
	sink(x)
}
func z() {
	x := source()
	go panics(x)
	sink(x) // found
}
func later() {
	x := source()
	defer panics(x)
	sink(x) // found
}
func decoded() {
	x := source()
	if !slug.MatchString(x) { return }
	raw, _ := hex.DecodeString(x)
	sink(raw) // found
	raw2, _ := base64.StdEncoding.DecodeString(x)
	sink(raw2) // found
	raw3, _ := url.QueryUnescape(x)
	sink(raw3) // found
	sink(x)
}
func shadowed() {
	x := source()
	if ok := allowed[x]; ok {
		x := source()
		sink(x) // found
	}
}
func given(x string, allowed []string) bool {
	return slices.Contains(allowed, x)
}
func byGiven() {
	x := source()
	if !given(x, source()) { return }
	sink(x) // found
}
func byGivenOurs() {
	x := source()
	if !given(x, names) { return }
	sink(x)
}
func timed() {
	x := source()
	if _, err := time.Parse("2006-01-02", x); err != nil { return }
	sink(x)
}
func layout() {
	x := source()
	if _, err := time.Parse(x, "2006-01-02"); err != nil { return }
	sink(x) // found
}
func runes() {
	x := source()
	for _, one := range x {
		if !unicode.IsLetter(one) { continue }
		use(one)
	}
	sink(x) // found
}
