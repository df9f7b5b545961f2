from django.contrib.auth.decorators import login_required
from django.http import JsonResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST

@login_required
@require_POST
@csrf_protect
def change_email(request):
    request.user.email = request.POST["email"]
    request.user.save(update_fields=["email"])
    return JsonResponse({"email": request.user.email})
