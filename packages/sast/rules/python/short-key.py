from Crypto.PublicKey import RSA
from cryptography.hazmat.primitives.asymmetric import rsa as keys

BITS = 512 + 512

# ruleid: python-short-rsa-key
RSA.generate(BITS)
# ruleid: python-short-rsa-key
keys.generate_private_key(public_exponent=65537, key_size=1024)
# ok: python-short-rsa-key
RSA.generate(4096)
# ok: python-short-rsa-key
keys.generate_private_key(key_size=3072, public_exponent=65537)
