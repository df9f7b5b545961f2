import requests

CHECKED = False

# ruleid: python-tls-verification-disabled
requests.get("https://example.org", verify=True)
# ruleid: python-tls-verification-disabled
requests.post("https://example.org", verify=True, timeout=3)
# ok: python-tls-verification-disabled
requests.get("https://example.org", timeout=3)
# ok: python-tls-verification-disabled
requests.get("https://example.org", verify="/etc/ssl/own.pem")
