from sqlalchemy import text

class PatientRepository:
    def __init__(self, session):
        self._session = session

    def in_ward(self, ward):
        clause = text("SELECT name FROM patients WHERE ward = :ward")
        rows = self._session.execute(clause, {"ward": ward})
        return [row.name for row in rows]
