import os

from pyramid.view import view_config


@view_config(route_name="show")
def show(request):
    # ruleid: python-command-injection
    os.system("show " + request.matchdict["name"])
    # ruleid: python-command-injection
    os.system("show " + request.params["name"])
    # ruleid: python-command-injection
    os.system("show " + request.json_body["name"])
    # ok: python-command-injection
    os.system("show " + request.registry.settings["folder"])
