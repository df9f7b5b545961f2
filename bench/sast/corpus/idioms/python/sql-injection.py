import sqlite3
import psycopg2
from flask import Flask, request
from django.db import connection
from django.contrib.auth.models import User
from sqlalchemy import text, create_engine
app = Flask(__name__)
engine = create_engine('sqlite://')
#### weak
@app.route('/user')
def user():
    cursor = sqlite3.connect('app.db').cursor()
    cursor.execute("SELECT * FROM users WHERE name = '%s'" % request.args['name'])
    return str(cursor.fetchall())
#### safe
@app.route('/user')
def user():
    cursor = sqlite3.connect('app.db').cursor()
    cursor.execute('SELECT * FROM users WHERE name = ?', (request.args['name'],))
    return str(cursor.fetchall())
#### weak
@app.route('/items')
def items():
    with engine.connect() as conn:
        return str(conn.execute(text(f"SELECT * FROM items WHERE id = {request.args.get('id')}")).all())
#### safe
@app.route('/items')
def items():
    with engine.connect() as conn:
        return str(conn.execute(text('SELECT * FROM items WHERE id = :id'), {'id': request.args.get('id')}).all())
#### weak
def orders(request):
    with connection.cursor() as cursor:
        cursor.execute('SELECT * FROM orders WHERE ref = ' + request.GET['ref'])
        return cursor.fetchall()
#### safe
def orders(request):
    with connection.cursor() as cursor:
        cursor.execute('SELECT * FROM orders WHERE ref = %s', [request.GET['ref']])
        return cursor.fetchall()
#### weak
def find(request):
    return User.objects.raw("SELECT * FROM auth_user WHERE email = '{}'".format(request.POST.get('email')))
#### safe
def find(request):
    return User.objects.raw('SELECT * FROM auth_user WHERE email = %s', [request.POST.get('email')])
