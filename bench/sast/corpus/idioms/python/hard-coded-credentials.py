import os
import jwt
import psycopg2
import smtplib
from flask import Flask
from sqlalchemy import create_engine
app = Flask(__name__)
#### weak
app.config['SECRET_KEY'] = 'w1nter-is-c0ming-42'
#### safe
app.config['SECRET_KEY'] = os.environ['SECRET_KEY']
#### weak
def connect():
    return psycopg2.connect(host='db', user='app', password='Tr0ub4dor&3x', dbname='shop')
#### safe
def connect():
    return psycopg2.connect(host='db', user='app', password=os.getenv('DB_PASSWORD'), dbname='shop')
#### weak
def issue(user):
    return jwt.encode({'sub': user}, 'k3yb0ard-w4rrior-77', algorithm='HS256')
#### safe
def issue(user):
    return jwt.encode({'sub': user}, os.environ['JWT_SECRET'], algorithm='HS256')
#### weak
def mail(message):
    server = smtplib.SMTP('mail.example.com')
    server.login('robot@example.com', 'gr33n-apples-99')
    server.send_message(message)
#### safe
def mail(message):
    server = smtplib.SMTP('mail.example.com')
    server.login('robot@example.com', os.environ['SMTP_PASSWORD'])
    server.send_message(message)
