import { type Draw, hidden } from './draw.ts'
import { families } from './family.ts'

const REGISTRY = 'npmjs.org'

const wrap = (draw: Draw, body: string): string => draw.filler('js') + body + draw.filler('js')
const wrapPython = (draw: Draw, body: string): string => draw.filler('python') + body + draw.filler('python')

/** Innocent sources that were written with the rules settled, and measured once. */
export const HELD_LOOKALIKES = families(
  { isAttack: false, isHeld: true },
  {
    'signs requests with keys of a file': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const ini = require('ini')\nconst { id, secret } = ini.parse(fs.readFileSync(path.join(os.homedir(), '.aws', 'credentials'), 'utf8')).default\nconst signature = crypto.createHmac('sha256', secret).update('scope').digest('hex')\nfetch('https://s3.amazonaws.com/bucket', { headers: { authorization: \`\${id}:\${signature}\` } })\n`,
        ),
    ],
    'logs in with a key': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const { Client } = require('ssh2')\nconst client = new Client()\nclient.on('ready', () => client.exec('uptime', () => {}))\nclient.connect({ host: '${draw.host()}', privateKey: fs.readFileSync(os.homedir() + '/.ssh/id_rsa') })\n`,
        ),
    ],
    'updates itself': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const latest = await (await fetch('https://registry.${REGISTRY}/tool/latest')).json()\nif (latest.version !== current) {\n  execSync('npm install -g tool@latest', { stdio: 'inherit' })\n}\n`,
        ),
    ],
    'loads federated modules': [
      'js',
      (draw) =>
        wrap(
          draw,
          `async function remote(url) {\n  const manifest = await (await fetch(url)).json()\n  const script = document.createElement('script')\n  script.src = manifest.entry\n  document.head.append(script)\n}\n`,
        ),
    ],
    'runs tests in a sandbox': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const source = fs.readFileSync(file, 'utf8')\nconst script = new vm.Script(wrapper(source), { filename: file })\nscript.runInContext(context)\n`,
        ),
    ],
    'fetches an engine': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const file = fs.createWriteStream(path.join(dir, 'engine.gz'))\nhttps.get(\`https://binaries.${draw.host()}/\${hash}/engine.gz\`, (res) => res.pipe(file))\nfile.on('close', () => {\n  if (sha256(file.path) !== sums[platform]) throw new Error('checksum')\n})\n`,
        ),
    ],
    'shows variables': [
      'js',
      (draw) =>
        wrap(
          draw,
          `for (const [name, value] of Object.entries(process.env)) console.log(\`\${name}=\${value}\`)\nfetch('https://${draw.host()}/ping')\n`,
        ),
    ],
    'decodes tokens': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const [, body] = token.split('.')\nconst claims = JSON.parse(Buffer.from(body, 'base64url').toString())\nif (claims.exp * 1000 < Date.now()) await fetch('/refresh', { method: 'POST' })\n`,
        ),
    ],
    'names who asks': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const agent = \`tool/1.0 (\${os.platform()}; \${os.release()}) host/\${os.hostname()}\`\nfetch('https://${draw.host()}/v1/items', { headers: { 'user-agent': agent } })\n`,
        ),
    ],
    'checks a computed expression': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import ast, requests\nrule = requests.get("https://${draw.host()}/rule").json()["rule"]\ntree = ast.literal_eval(rule)\n`,
        ),
    ],
    'unpacks an installer': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import base64, os, tempfile, zipfile\nDATA = b"${hidden(draw)}"\nwith tempfile.TemporaryDirectory() as folder:\n    path = os.path.join(folder, "pip.zip")\n    with open(path, "wb") as handle:\n        handle.write(base64.b85decode(DATA))\n`,
        ),
    ],
    'backs up a database': [
      'python',
      (draw) =>
        wrapPython(
          draw,
          `import os, subprocess\nenv = dict(os.environ, PGPASSWORD=password)\nsubprocess.run(["pg_dump", "-h", "${draw.host()}", name], env=env, check=True)\n`,
        ),
    ],
    'shows how to install': [
      'js',
      (draw) => wrap(draw, `console.log('Install with: curl -fsSL https://${draw.host()}/install.sh | sh')\n`),
    ],
    'fetches by name and sum': [
      'shell',
      (draw) =>
        `curl -fsSLo tool.tgz https://${draw.host()}/tool.tgz && echo "${'ab12'.repeat(16)}  tool.tgz" | sha256sum -c && tar xzf tool.tgz`,
    ],
  },
)
