def negated():
    x = source()
    if not x.startswith("/") or x.startswith("//") or "\\" in x:
        x = "/"
    sink(x)


def returned():
    x = source()
    if not x.startswith("/") or x.startswith(("//", "/\\")):
        return
    sink(x)  # found


def apart():
    x = source()
    if not x.startswith("/"):
        return
    if x.startswith("//") or x.startswith("/\\"):
        return
    sink(x)


def chosen():
    x = source()
    sink(x if x.startswith("/") and not x.startswith("//") and "\\" not in x else "/")


# Browsers read `/\` as `//`.
def half():
    x = source()
    if not x.startswith("/") or x.startswith("//"):
        x = "/"
    sink(x)  # found


def another_half():
    x = source()
    if x.startswith("//") or "\\" in x:
        x = "/"
    sink(x)  # found


def turned():
    x = source()
    if x.startswith("/") or x.startswith("//") or "\\" in x:
        x = "/"
    sink(x)  # found


def behind():
    x = source()
    if not x.startswith("/") or x.startswith("//") or "\\" in x:
        x = "/"
    sink("https://shop.example" + x)
    sink(x)
