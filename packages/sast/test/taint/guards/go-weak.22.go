package p
const root = "/srv/data"
func a() {
	p := filepath.Clean(filepath.Join(root, source()))
	if !strings.HasPrefix(p, root) { return }
	sink(p) // found
}
func b() {
	p := filepath.Clean(filepath.Join(root, source()))
	if !strings.HasPrefix(p, root+string(os.PathSeparator)) { return }
	sink(p)
}
func c() {
	p := filepath.Join(root, source())
	if !strings.HasPrefix(p, root+"/") { return }
	sink(p)
}
func d() {
	p := root + "/" + source()
	if !strings.HasPrefix(p, root+"/") { return }
	sink(p) // found
}
func e() {
	x := source()
	p := filepath.Clean(filepath.Join(root, x))
	if !strings.HasPrefix(p, root+"/") { return }
	sink(x) // found
}
func f(dir string) {
	p, err := filepath.Abs(filepath.Join(dir, source()))
	if err != nil || !strings.HasPrefix(p, dir) { return }
	sink(p) // found
}
func g(dir string) {
	p, err := filepath.Abs(filepath.Join(dir, source()))
	if err != nil || !strings.HasPrefix(p, dir+string(filepath.Separator)) { return }
	sink(p)
}
