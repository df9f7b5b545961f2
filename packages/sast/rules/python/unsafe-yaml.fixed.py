import yaml
from yaml import SafeLoader


def read(text):
    # ruleid: python-insecure-deserialization-yaml
    yaml.safe_load(text)
    # ruleid: python-insecure-deserialization-yaml
    yaml.safe_load(text)
    # ruleid: python-insecure-deserialization-yaml
    yaml.safe_load(text)
    # ok: python-insecure-deserialization-yaml
    yaml.safe_load(text)
    # ok: python-insecure-deserialization-yaml
    yaml.load(text, Loader=yaml.SafeLoader)
    # ok: python-insecure-deserialization-yaml
    yaml.load(text, Loader=SafeLoader)
    # ok: python-insecure-deserialization-yaml
    yaml.load(text, SafeLoader)
