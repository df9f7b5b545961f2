import json
import os

import azure.functions as func


def lambda_handler(event, context):
    # ruleid: python-command-injection
    os.system("show " + event["queryStringParameters"]["name"])
    body = json.loads(event["body"])
    # ruleid: python-command-injection
    os.system("show " + body["name"])
    for record in event["Records"]:
        # ruleid: python-command-injection
        os.system("show " + record["s3"]["object"]["key"])
    # ok: python-command-injection
    os.system("show " + context.function_name)


def main(req: func.HttpRequest) -> func.HttpResponse:
    # ruleid: python-command-injection
    os.system("show " + req.params.get("name"))
    # ruleid: python-command-injection
    os.system("show " + req.get_json()["name"])
    # ruleid: python-command-injection
    os.system("show " + req.route_params["name"])
    return func.HttpResponse("done")


def hello_http(request):
    data = request.get_json(silent=True)
    # ruleid: python-command-injection
    os.system("show " + data["name"])
