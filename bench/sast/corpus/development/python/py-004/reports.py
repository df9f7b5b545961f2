from django.db import connection

GROUPINGS = {"month": "date_trunc('month', paid_at)", "country": "country"}

def revenue_by(company, grouping):
    expression = GROUPINGS.get(grouping, "country")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT " + expression + ", sum(cents) FROM payments WHERE company_id = %s GROUP BY 1",
            [company],
        )
        return cursor.fetchall()
