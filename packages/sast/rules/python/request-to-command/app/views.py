from flask import Blueprint, request

from .jobs import Runner, archive

views = Blueprint("views", __name__)
runner = Runner()


@views.route("/archive", methods=["POST"])
def start():
    archive("data", target=request.form["target"])
    runner.add(request.form["job"])
    runner.start()
    return "started"
