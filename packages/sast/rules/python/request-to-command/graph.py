import os

import graphene
import strawberry
from ariadne import QueryType

import files_pb2_grpc

query = QueryType()


class Query(graphene.ObjectType):
    def resolve_file(self, info, name):
        # ruleid: python-command-injection
        os.system("show " + name)


class Remove(graphene.Mutation):
    def mutate(self, info, name):
        # ruleid: python-command-injection
        os.system("rm " + name)
        # ruleid: python-command-injection
        os.system("rm " + info.context.request.headers["x-name"])


@strawberry.type
class Fields:
    @strawberry.field
    def file(self, name: str, page: int) -> str:
        # ruleid: python-command-injection
        os.system("show " + name)
        # ok: python-command-injection
        os.system(f"head -n {page}")

    @strawberry.mutation
    def remove(self, info: strawberry.Info, name: str) -> str:
        # ruleid: python-command-injection
        os.system("rm " + name)


@query.field("file")
def resolve(_, info, name):
    # ruleid: python-command-injection
    os.system("show " + name)


class FileService(files_pb2_grpc.FilesServicer):
    def Show(self, request, context):
        # ruleid: python-command-injection
        os.system("show " + request.name)
