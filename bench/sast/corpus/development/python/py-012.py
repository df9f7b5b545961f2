import tarfile
import tempfile

from django.http import HttpResponse, HttpResponseBadRequest

def import_theme(request):
    upload = request.FILES.get("theme")
    if upload is None or upload.size > 5_000_000:
        return HttpResponseBadRequest("No theme was sent")
    folder = tempfile.mkdtemp(prefix="theme-")
    with tarfile.open(fileobj=upload.file) as archive:
        archive.extractall(folder)
    return HttpResponse(f"Unpacked {len(archive.getnames())} files")
