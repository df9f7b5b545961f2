import jinja2
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

environment = jinja2.Environment(autoescape=True)
DEFAULT = "Dear {{ name }}, your parcel is on its way."

async def mail_preview(request):
    form = await request.form()
    source = DEFAULT
    text = environment.from_string(source).render(name=form.get("name", "customer"))
    return PlainTextResponse(text)

app = Starlette(routes=[Route("/preview", mail_preview, methods=["POST"])])
