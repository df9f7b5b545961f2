package a

func a() {
	x := source()
	sink(hex.EncodeToString([]byte(x)))
	sink(base64.StdEncoding.EncodeToString([]byte(x)))
	sink(base64.RawURLEncoding.EncodeToString([]byte(x)))
	sink(fmt.Sprintf("%x", sha256.Sum256([]byte(x))))
	sink(fmt.Sprintf("<p>%x</p>", md5.Sum([]byte(x))))
	sink(fmt.Sprintf("%s", x)) // found
	sink(fmt.Sprintf("%x %s", x, x)) // found
	sink(fmt.Sprintf("%d", x)) // found
	sink(len(x))
}
