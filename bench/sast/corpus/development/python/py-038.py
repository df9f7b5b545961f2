import ldap
from ldap.filter import escape_filter_chars
from flask import Flask, request

app = Flask(__name__)

@app.route("/phonebook")
def phonebook():
    surname = request.args["surname"]
    directory = ldap.initialize("ldaps://directory.example.com")
    query = "(&(objectClass=person)(sn=%s))" % escape_filter_chars(surname.strip())
    found = directory.search_s("ou=people,dc=example,dc=com", ldap.SCOPE_SUBTREE, query, ["cn", "telephoneNumber"])
    return {"people": [entry["cn"][0].decode() for _, entry in found]}
