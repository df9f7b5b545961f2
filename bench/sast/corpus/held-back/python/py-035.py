import logging

from bottle import post, request

from accounts import check

logger = logging.getLogger("audit")

@post("/login")
def login():
    name = request.forms.get("name")
    if not check(name, request.forms.get("password")):
        logger.warning("failed login of %s", name.replace("\r", "").replace("\n", ""))
        return {"ok": False}
    return {"ok": True}
