import importlib

from bottle import HTTPResponse, get, request

EXPORTERS = frozenset({"exporters.csv", "exporters.ods"})

@get("/export")
def export():
    module_name = "exporters." + request.query.kind
    if module_name not in EXPORTERS:
        return HTTPResponse(status=404)
    exporter = importlib.import_module(module_name)
    return exporter.export()
