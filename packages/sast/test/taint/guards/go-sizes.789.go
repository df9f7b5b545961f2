package p
func a() {
	n := source()
	if n > 64 { return }
	sink(n)
}
func b() {
	n := source()
	if n < 1 { return }
	sink(n) // found
}
func c() {
	n := source()
	if n > 64 { log.Println("large") }
	sink(n) // found
}
func d() {
	n := source()
	limit := source()
	if n > limit { return }
	sink(n) // found
}
func e() {
	n := source()
	if n < 1 || n > limits.Most { return }
	sink(n)
}
func f() {
	n := source()
	if n >= 1 && n <= 64 { sink(n) }
	sink(n) // found
}
