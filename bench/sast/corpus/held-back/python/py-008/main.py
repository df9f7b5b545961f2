from bottle import post, request, run

from tasks import Conversion, convert

@post("/convert")
def convert_document():
    job = Conversion("input.md")
    job.options["metadata"] = "title:" + request.forms.title
    return convert(job)

run(host="127.0.0.1", port=8080)
