import os
import subprocess

class Prober:
    def __init__(self, timeout):
        self.timeout = timeout

    def lookup(self, domain):
        with os.popen("timeout %d dig +short %s" % (self.timeout, domain)) as pipe:
            return pipe.read().splitlines()

    def uptime(self):
        return os.popen("uptime").read()
