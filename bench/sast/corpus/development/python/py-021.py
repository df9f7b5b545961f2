import base64
import json
import pickle

from django.http import HttpResponse, JsonResponse

def resume_wizard(request):
    """Continues a form where its cookie says that it was left."""
    raw = request.COOKIES.get("wizard")
    if raw is None:
        return HttpResponse(status=204)
    state = json.loads(base64.b64decode(raw))
    return JsonResponse({"step": state.get("step", 1), "answers": state.get("answers", {})})

def snapshot(path):
    with open(path, "wb") as file:
        pickle.dump({"version": 3}, file)
