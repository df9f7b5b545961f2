import requests

CHECKED = False

# ruleid: python-unverified-tls
requests.get("https://example.org", verify=False)
# ruleid: python-unverified-tls
requests.post("https://example.org", verify=CHECKED, timeout=3)
# ok: python-unverified-tls
requests.get("https://example.org", timeout=3)
# ok: python-unverified-tls
requests.get("https://example.org", verify="/etc/ssl/own.pem")
