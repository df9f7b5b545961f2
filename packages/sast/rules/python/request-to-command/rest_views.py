import os

from django.views.generic import DetailView
from rest_framework import viewsets
from rest_framework.decorators import action, api_view
from rest_framework.views import APIView


class Files(APIView):
    def post(self, request, name):
        # ruleid: python-command-injection
        os.system("show " + request.data["name"])
        # ruleid: python-command-injection
        os.system("show " + name)


class FileSet(viewsets.ModelViewSet):
    def get_queryset(self):
        # ruleid: python-command-injection
        os.system("show " + self.request.query_params["name"])
        # ruleid: python-command-injection
        os.system("show " + self.kwargs["name"])

    @action(detail=True, methods=["post"])
    def run(self, request, name=None):
        # ruleid: python-command-injection
        os.system("show " + name)


@api_view(["POST"])
def make(request, name):
    # ruleid: python-command-injection
    os.system("show " + name)
    # ruleid: python-command-injection
    os.system("show " + request.data.get("name"))


class Page(DetailView):
    def get_object(self):
        # ruleid: python-command-injection
        os.system("show " + self.kwargs.get("slug"))
        # ruleid: python-command-injection
        os.system("show " + self.request.GET["name"])
