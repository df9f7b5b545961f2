from django.http import JsonResponse
from django.views.decorators.http import require_GET

from .reports import revenue_by

@require_GET
def revenue(request):
    grouping = request.GET.get("group", "month")
    rows = revenue_by(request.user.company_id, grouping)
    return JsonResponse({"group": grouping, "rows": rows})
