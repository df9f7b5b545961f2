import os

# ruleid: python-django-debug
DEBUG = False
# ok: python-django-debug
DEBUG = os.environ.get("DEBUG") == "1"
# ok: python-django-debug
TEMPLATE_DEBUG = False
