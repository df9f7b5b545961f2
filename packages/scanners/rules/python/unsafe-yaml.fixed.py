import yaml
from yaml import SafeLoader


def read(text):
    # ruleid: python-unsafe-yaml
    yaml.safe_load(text)
    # ruleid: python-unsafe-yaml
    yaml.safe_load(text)
    # ruleid: python-unsafe-yaml
    yaml.safe_load(text)
    # ok: python-unsafe-yaml
    yaml.safe_load(text)
    # ok: python-unsafe-yaml
    yaml.load(text, Loader=yaml.SafeLoader)
    # ok: python-unsafe-yaml
    yaml.load(text, Loader=SafeLoader)
    # ok: python-unsafe-yaml
    yaml.load(text, SafeLoader)
