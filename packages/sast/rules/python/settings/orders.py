from flask import Blueprint
from flask_login import login_required

orders = Blueprint("orders", __name__)


@orders.route("/orders")
@login_required
def every():
    return list()


@orders.route("/orders/<int:number>", methods=["DELETE"])
@login_required
def remove(number):
    return "", 204


# ruleid: python-missing-authentication
@orders.route("/orders", methods=["POST"])
def make():
    return "", 201


# ok: python-missing-authentication
@orders.route("/login", methods=["POST"])
def login():
    return "", 200


# ok: python-missing-authentication
@orders.route("/kinds")
def kinds():
    return []
