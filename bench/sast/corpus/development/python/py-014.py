from django.http import HttpResponse
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe

def greeting(request):
    name = request.GET.get("name", "stranger")
    if request.user.is_authenticated:
        name = request.user.first_name
    note = mark_safe("<p class='hello'>Hello, %s!</p>" % name)
    return HttpResponse(note + mark_safe("<hr>") + escape(request.path))
