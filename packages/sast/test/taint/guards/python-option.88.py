def a():
    x = source()
    if x.startswith("-"):
        raise ValueError("no")
    sink(x)
def b():
    x = source()
    if "-" in x:
        log(x)
    sink(x) # found
