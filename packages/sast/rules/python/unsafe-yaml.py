import yaml
from yaml import SafeLoader


def read(text):
    # ruleid: python-insecure-deserialization-yaml
    yaml.load(text)
    # ruleid: python-insecure-deserialization-yaml
    yaml.load(text, Loader=yaml.Loader)
    # ruleid: python-insecure-deserialization-yaml
    yaml.unsafe_load(text)
    # ok: python-insecure-deserialization-yaml
    yaml.safe_load(text)
    # ok: python-insecure-deserialization-yaml
    yaml.load(text, Loader=yaml.SafeLoader)
    # ok: python-insecure-deserialization-yaml
    yaml.load(text, Loader=SafeLoader)
    # ok: python-insecure-deserialization-yaml
    yaml.load(text, SafeLoader)
