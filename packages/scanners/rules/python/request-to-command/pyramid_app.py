import os

from pyramid.view import view_config


@view_config(route_name="show")
def show(request):
    # ruleid: python-request-to-command
    os.system("show " + request.matchdict["name"])
    # ruleid: python-request-to-command
    os.system("show " + request.params["name"])
    # ruleid: python-request-to-command
    os.system("show " + request.json_body["name"])
    # ok: python-request-to-command
    os.system("show " + request.registry.settings["folder"])
