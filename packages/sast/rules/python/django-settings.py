import os

# ruleid: python-django-debug-enabled
DEBUG = True
# ok: python-django-debug-enabled
DEBUG = os.environ.get("DEBUG") == "1"
# ok: python-django-debug-enabled
TEMPLATE_DEBUG = False
