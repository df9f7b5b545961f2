import { type Draw, hidden } from './draw.ts'
import { families } from './family.ts'

const REGISTRY = 'npmjs.org'

const wrap = (draw: Draw, body: string): string => draw.filler('js') + body + draw.filler('js')
const wrapPython = (draw: Draw, body: string): string => draw.filler('python') + body + draw.filler('python')

/** Innocent sources that look like attacks, which the rules were made with. */
export const LOOKALIKES = families(
  { isAttack: false, isHeld: false },
  {
    'fetches a native program': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const target = path.join(__dirname, 'bin', 'tool')\nconst archive = await (await fetch('https://registry.${REGISTRY}/tool/-/tool-1.2.3.tgz')).arrayBuffer()\nif (crypto.createHash('sha512').update(Buffer.from(archive)).digest('base64') !== EXPECTED) throw new Error('integrity')\nfs.writeFileSync(target, unpack(archive))\nfs.chmodSync(target, 0o755)\nchild_process.execFileSync(target, ['--version'])\n`,
        ),
    ],
    'compiles templates': [
      'js',
      (draw) =>
        wrap(
          draw,
          `function compile(template) {\n  const body = template.replace(/{{(\\w+)}}/g, (_, name) => \`' + data.\${name} + '\`)\n  return new Function('data', \`return '\${body}'\`)\n}\nmodule.exports = { compile }\n`,
        ),
    ],
    'calls an API with a key': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const key = process.env.SERVICE_API_KEY\nasync function ask(body) {\n  const answer = await fetch('https://api.service.example/v1', { method: 'POST', headers: { authorization: \`Bearer \${key}\` }, body: JSON.stringify(body) })\n  return answer.json()\n}\n`,
        ),
    ],
    'decodes pictures': [
      'js',
      (draw) => wrap(draw, `const png = Buffer.from('${hidden(draw)}', 'base64')\nfs.writeFileSync('logo.png', png)\n`),
    ],
    'carries WebAssembly': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const bytes = Uint8Array.from(atob('${hidden(draw)}'), (c) => c.charCodeAt(0))\nconst module = new WebAssembly.Module(bytes)\nmodule.exports = new WebAssembly.Instance(module).exports\n`,
        ),
    ],
    'reads maps of sources': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const match = /base64,(.*)$/.exec(comment)\nconst map = JSON.parse(Buffer.from(match[1], 'base64').toString())\n`,
        ),
    ],
    'finds the global object': [
      'js',
      (draw) =>
        wrap(
          draw,
          `var root = typeof globalThis === 'object' ? globalThis : Function('return this')()\nvar text = unescape(encodeURIComponent('x'))\nroot.fetch && root.fetch('https://${draw.host()}')\n`,
        ),
    ],
    'hands the environment on': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const { spawn } = require('child_process')\nconst env = { ...process.env, NODE_ENV: 'production' }\nspawn(process.argv[2], process.argv.slice(3), { stdio: 'inherit', env })\n`,
        ),
    ],
    'checks addresses of wallets': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const PATTERNS = { eth: /^0x[a-fA-F0-9]{40}$/, btc: /^[13][a-km-zA-HJ-NP-Z1-9]{25,34}$/ }\nmodule.exports = (kind, text) => PATTERNS[kind].test(text)\n`,
        ),
    ],
    'lists marks of direction': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const BIDI = ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067']\nconst family = '👨\u200d👩\u200d👧\u200d👦'\nmodule.exports = (text) => BIDI.some((mark) => text.includes(mark))\n`,
        ),
    ],
    'builds webhooks': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const url = (id, token) => \`https://discord.com/api/webhooks/\${id}/\${token}\`\nmodule.exports = (id, token, content) => fetch(url(id, token), { method: 'POST', body: JSON.stringify({ content }) })\n`,
        ),
    ],
    'asks for its own address': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const dns = require('dns')\nconst os = require('os')\ndns.lookup(os.hostname(), (error, address) => console.log(address))\n`,
        ),
    ],
    'runs what is typed': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const vm = require('vm')\nconst readline = require('readline').createInterface(process.stdin)\nreadline.on('line', (line) => console.log(vm.runInThisContext(line)))\n`,
        ),
    ],
    'tells that it is used': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const id = crypto.createHash('sha256').update(os.cpus().length + os.arch()).digest('hex')\nfetch('https://telemetry.${draw.host()}', { method: 'POST', body: JSON.stringify({ id, version: process.version, platform: os.platform() }) })\n`,
        ),
    ],
    'reports errors': [
      'js',
      (draw) =>
        wrap(
          draw,
          `process.on('uncaughtException', (error) => {\n  const request = https.request({ host: '${draw.host()}', method: 'POST' })\n  request.end(JSON.stringify({ message: error.message, stack: error.stack, node: process.version }))\n})\n`,
        ),
    ],
    'reads settings of npm': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const ini = require('ini')\nfunction load() {\n  return ini.parse(fs.readFileSync(path.join(os.homedir(), '.npmrc'), 'utf8'))\n}\nmodule.exports = load\n`,
        ),
    ],
    'lists bytes': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const HEADER = '\\x89PNG\\r\\n\\x1a\\n'\nconst TABLE = [${Array.from({ length: 200 }, (_, at) => (at * 37) % 256).join(', ')}]\nmodule.exports = (bytes) => bytes.map((one) => String.fromCharCode(TABLE[one] ^ 0x55)).join('')\n`,
        ),
    ],
    'loads what is there': [
      'js',
      (draw) =>
        wrap(
          draw,
          `async function load(name) {\n  const file = path.resolve('plugins', name)\n  return (await import(pathToFileURL(file).href)).default\n}\n`,
        ),
    ],
    'reads its version in setup.py': [
      'python at install',
      (draw) =>
        `from setuptools import setup\nabout = {}\nexec(open("${draw.name()}/version.py").read(), about)\nsetup(name="x", version=about["__version__"], long_description=open("README.md").read())\n`,
    ],
    'compiles C in setup.py': [
      'python at install',
      (draw) =>
        `import os, subprocess\nfrom setuptools import setup, Extension\nflags = subprocess.check_output(["pkg-config", "--cflags", "libfoo"]).decode().split()\nos.environ["CFLAGS"] = " ".join(flags)\nsetup(name="${draw.name()}", ext_modules=[Extension("x", ["x.c"], extra_compile_args=flags)])\n`,
    ],
    'is a client in Python': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import os, requests\n\ndef ask(path):\n    answer = requests.get("https://${draw.host()}/" + path, headers={"Authorization": os.environ["API_KEY"]})\n    return answer.json()\n`,
        ),
    ],
    'carries a picture in Python': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import base64\nICON = base64.b64decode("${hidden(draw)}")\nwith open("icon.png", "wb") as handle:\n    handle.write(ICON)\n`,
        ),
    ],
    'finds its own address in Python': [
      'python',
      (draw) => wrapPython(draw, `import socket\nHOST = socket.gethostbyname(socket.gethostname())\n`),
    ],
    'downloads data in Python': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import urllib.request, tarfile\npath, _ = urllib.request.urlretrieve("https://${draw.host()}/data.tar.gz", "data.tar.gz")\ntarfile.open(path).extractall("data")\n`,
        ),
    ],
    'builds natively': [
      'shell',
      (draw) =>
        draw.of([
          'node-gyp rebuild',
          'prebuild-install || node-gyp rebuild',
          'node-gyp-build',
          'husky install',
          'patch-package',
          'npm run build',
          'tsc -p . && chmod +x dist/cli.js',
        ]),
    ],
    'says something': [
      'shell',
      (draw) =>
        draw.of([
          'echo "Thank you for using us: https://example.org/donate"',
          'node -e "try{require(\'./postinstall\')}catch(e){}"',
          'node ./scripts/build.js',
          'npx only-allow pnpm',
        ]),
    ],
  },
)
