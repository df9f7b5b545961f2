import requests

CHECKED = False

# ruleid: python-unverified-tls
requests.get("https://example.org", verify=True)
# ruleid: python-unverified-tls
requests.post("https://example.org", verify=True, timeout=3)
# ok: python-unverified-tls
requests.get("https://example.org", timeout=3)
# ok: python-unverified-tls
requests.get("https://example.org", verify="/etc/ssl/own.pem")
