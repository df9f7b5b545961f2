import os
import subprocess

class Prober:
    def __init__(self, timeout):
        self.timeout = timeout

    def lookup(self, domain):
        command = ["timeout", str(self.timeout), "dig", "+short", "-q", domain]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.splitlines()

    def uptime(self):
        return os.popen("uptime").read()
