import importlib

from bottle import HTTPResponse, get, request

EXPORTERS = frozenset({"exporters.csv", "exporters.ods"})

@get("/export")
def export():
    module_name = "exporters." + request.query.kind
    if "os" in module_name:
        return HTTPResponse(status=404)
    exec("import " + module_name + " as exporter", globals())
    return globals()["exporter"].export()
