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
    # ruleid: python-tls-verification-disabled-context
    ssl._create_unverified_context()
    context = ssl.create_default_context()
    # ruleid: python-tls-verification-disabled-context
    context.check_hostname = False
    # ruleid: python-tls-verification-disabled-context
    context.verify_mode = ssl.CERT_NONE
    # ok: python-tls-verification-disabled-context
    context.verify_mode = ssl.CERT_REQUIRED
    # ruleid: python-tls-verification-disabled-context
    httpx.get(url, verify=OFF)
    # ok: python-tls-verification-disabled-context
    httpx.get(url, verify="own.pem")
    # ruleid: python-tls-verification-disabled-context
    aiohttp.TCPConnector(ssl=False)
    session = requests.Session()
    # ruleid: python-tls-verification-disabled-context
    session.verify = False
    # ruleid: python-tls-verification-disabled-context
    urllib3.PoolManager(cert_reqs="CERT_NONE")
    # ok: python-tls-verification-disabled-context
    return urllib3.PoolManager(cert_reqs="CERT_REQUIRED")


def versions(sock):
    # ruleid: python-outdated-tls
    context = ssl.SSLContext(ssl.PROTOCOL_TLSv1)
    # ruleid: python-outdated-tls
    context.minimum_version = ssl.TLSVersion.TLSv1
    # ok: python-outdated-tls
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # ruleid: python-tls-verification-disabled-wrap-socket
    ssl.wrap_socket(sock)
    # ok: python-tls-verification-disabled-wrap-socket
    return ssl.create_default_context().wrap_socket(sock, server_hostname="a.example")


def shell():
    client = paramiko.SSHClient()
    # ruleid: python-ssh-host-key-not-verified
    client.set_missing_host_key_policy(AutoAddPolicy())
    # ruleid: python-ssh-host-key-not-verified
    client.set_missing_host_key_policy(paramiko.WarningPolicy)
    # ok: python-ssh-host-key-not-verified
    client.set_missing_host_key_policy(paramiko.RejectPolicy())


def clear(user, password):
    # ruleid: python-cleartext-credentials
    telnetlib.Telnet("a.example")
    server = ftplib.FTP("a.example")
    # ruleid: python-cleartext-credentials
    server.login(user, password)
    # ok: python-cleartext-credentials
    ftplib.FTP_TLS("a.example").login(user, password)
    mail = smtplib.SMTP("a.example")
    # ruleid: python-cleartext-credentials
    mail.login(user, password)


def encrypted(user, password):
    mail = smtplib.SMTP("a.example")
    mail.starttls()
    # ok: python-cleartext-credentials
    mail.login(user, password)
    # ruleid: python-tls-warnings-suppressed
    urllib3.disable_warnings()


def waits(url):
    requests.get(url)
    requests.post(url, data={})
    requests.get(url, timeout=5)
    requests.Session()
