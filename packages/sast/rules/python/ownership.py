from django.contrib.auth.decorators import login_required, permission_required
from django.shortcuts import get_object_or_404, render
from fastapi import APIRouter, Depends

router = APIRouter()


@login_required
def invoice(request, pk):
    # ruleid: python-idor
    found = get_object_or_404(Invoice, pk=pk)
    return render(request, "invoice.html", {"invoice": found})


def message(request, message_id):
    # ruleid: python-idor
    found = Message.objects.get(id=message_id)
    return render(request, "message.html", {"message": found})


def own(request, pk):
    # ok: python-idor
    found = get_object_or_404(Invoice, pk=pk, owner=request.user)
    return render(request, "invoice.html", {"invoice": found})


def checked(request, pk):
    # ok: python-idor
    found = get_object_or_404(Invoice, pk=pk)
    if found.owner != request.user:
        raise PermissionDenied
    return render(request, "invoice.html", {"invoice": found})


@permission_required("shop.view_invoice")
def office(request, pk):
    # ok: python-idor
    return render(request, "invoice.html", {"invoice": get_object_or_404(Invoice, pk=pk)})


def article(request, pk):
    # ok: python-idor
    return render(request, "article.html", {"article": get_object_or_404(Article, pk=pk)})


@router.get("/notes")
def notes(user: User = Depends(current_user)):
    return user.notes


# ruleid: python-missing-authentication-fastapi
@router.delete("/notes/{number}")
def remove(number: int):
    return store.remove(number)


# ok: python-missing-authentication-fastapi
@router.put("/notes/{number}")
def change(number: int, user: User = Depends(current_user)):
    return store.change(number, user)


# ok: python-missing-authentication-fastapi
@router.post("/login")
def login(name: str):
    return store.login(name)


# ok: python-missing-authentication-fastapi
@router.post("/admin", dependencies=[Depends(require_admin)])
def admin(name: str):
    return store.admin(name)
