import ftplib
import smtplib
import ssl
import telnetlib

import aiohttp
import httpx
import paramiko
import requests
import urllib3
from paramiko import AutoAddPolicy

OFF = False


def unchecked(url):
    # ruleid: python-tls-unchecked
    ssl._create_unverified_context()
    context = ssl.create_default_context()
    # ruleid: python-tls-unchecked
    context.check_hostname = False
    # ruleid: python-tls-unchecked
    context.verify_mode = ssl.CERT_NONE
    # ok: python-tls-unchecked
    context.verify_mode = ssl.CERT_REQUIRED
    # ruleid: python-tls-unchecked
    httpx.get(url, verify=OFF)
    # ok: python-tls-unchecked
    httpx.get(url, verify="own.pem")
    # ruleid: python-tls-unchecked
    aiohttp.TCPConnector(ssl=False)
    session = requests.Session()
    # ruleid: python-tls-unchecked
    session.verify = False
    # ruleid: python-tls-unchecked
    urllib3.PoolManager(cert_reqs="CERT_NONE")
    # ok: python-tls-unchecked
    return urllib3.PoolManager(cert_reqs="CERT_REQUIRED")


def versions(sock):
    # ruleid: python-old-tls
    context = ssl.SSLContext(ssl.PROTOCOL_TLSv1)
    # ruleid: python-old-tls
    context.minimum_version = ssl.TLSVersion.TLSv1
    # ok: python-old-tls
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # ruleid: python-socket-without-context
    ssl.wrap_socket(sock)
    # ok: python-socket-without-context
    return ssl.create_default_context().wrap_socket(sock, server_hostname="a.example")


def shell():
    client = paramiko.SSHClient()
    # ruleid: python-ssh-any-host
    client.set_missing_host_key_policy(AutoAddPolicy())
    # ruleid: python-ssh-any-host
    client.set_missing_host_key_policy(paramiko.WarningPolicy)
    # ok: python-ssh-any-host
    client.set_missing_host_key_policy(paramiko.RejectPolicy())


def clear(user, password):
    # ruleid: python-login-in-the-clear
    telnetlib.Telnet("a.example")
    server = ftplib.FTP("a.example")
    # ruleid: python-login-in-the-clear
    server.login(user, password)
    # ok: python-login-in-the-clear
    ftplib.FTP_TLS("a.example").login(user, password)
    mail = smtplib.SMTP("a.example")
    # ruleid: python-login-in-the-clear
    mail.login(user, password)


def encrypted(user, password):
    mail = smtplib.SMTP("a.example")
    mail.starttls()
    # ok: python-login-in-the-clear
    mail.login(user, password)
    # ruleid: python-tls-warnings-off
    urllib3.disable_warnings()


def waits(url):
    requests.get(url)
    requests.post(url, data={})
    requests.get(url, timeout=5)
    requests.Session()
