import ipaddress
from urllib.parse import urlparse
HOSTS = {"a.example"}
def prefix():
    x = source()
    if not x.startswith("https://a.example"):
        return
    sink(x) # found
def contains():
    x = source()
    if "a.example" not in x:
        return
    sink(x) # found
def ends():
    x = source()
    if not urlparse(x).hostname.endswith("a.example"):
        return
    sink(x) # found
def host():
    x = source()
    if urlparse(x).hostname not in HOSTS:
        return
    sink(x)
def host_dot():
    x = source()
    if not urlparse(x).hostname.endswith(".a.example"):
        return
    sink(x)
def scheme():
    x = source()
    if urlparse(x).scheme != "https":
        return
    sink(x) # found
def path():
    x = source()
    if urlparse(x).path not in HOSTS:
        return
    sink(x) # found
def address():
    x = source()
    ipaddress.ip_address(x)
    sink(x) # found
def of_request(request):
    request.args = source()
    if request.host != "a.example":
        return
    sink(request.args["x"]) # found
def of_other():
    x = source()
    y = source()
    if urlparse(y).hostname not in HOSTS:
        return
    sink(x) # found
