import os

import psycopg2

class Warehouse:
    host = "warehouse.internal"
    user = "loader"

    def __init__(self):
        password = os.environ["WAREHOUSE_PASSWORD"]
        self.connection = psycopg2.connect(host=self.host, user=self.user, password=password, dbname="facts")

    def load(self, rows):
        with self.connection, self.connection.cursor() as cursor:
            cursor.executemany("INSERT INTO fact (day, value) VALUES (%s, %s)", rows)
