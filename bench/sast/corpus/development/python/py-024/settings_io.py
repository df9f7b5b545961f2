import yaml

def read_settings(text):
    document = yaml.load(text, Loader=yaml.SafeLoader)
    if not isinstance(document, dict):
        raise ValueError("A mapping was expected")
    return document

def write_settings(settings):
    return yaml.safe_dump(settings, sort_keys=True)
