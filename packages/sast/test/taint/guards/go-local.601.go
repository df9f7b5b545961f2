package local

func negated() {
	x := source()
	if !strings.HasPrefix(x, "/") || strings.HasPrefix(x, "//") || strings.Contains(x, "\\") {
		x = "/"
	}
	sink(x)
}

func half() {
	x := source()
	if !strings.HasPrefix(x, "/") || strings.HasPrefix(x, "//") {
		x = "/"
	}
	sink(x) // found
}
