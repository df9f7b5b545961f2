from django.http import HttpResponse

from .widgets import badge

def profile_badge(request):
    color = request.GET.get("color", "green")
    return HttpResponse("<body>" + badge(color, "member") + "</body>")
