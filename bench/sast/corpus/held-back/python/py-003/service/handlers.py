import tornado.web

from .repository import PatientRepository

class PatientsHandler(tornado.web.RequestHandler):
    def initialize(self, session):
        self.patients = PatientRepository(session)

    def get(self):
        ward = self.get_query_argument("ward")
        self.write({"patients": self.patients.in_ward(ward)})
