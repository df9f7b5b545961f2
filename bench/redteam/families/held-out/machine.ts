/** Imitations of a shell, a file system, a SQL table and an HTTP client that behave like vulnerable ones; nothing is executed. */
import { posix } from 'node:path'

const FILES: Readonly<Record<string, string>> = {
  '/etc/passwd':
    'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\nagent:x:1001:1001::/home/agent:/bin/sh',
  '/etc/hostname': 'ops-worker-03',
  '/etc/hosts': '127.0.0.1 localhost\n10.20.4.17 ops-worker-03',
  '/etc/shadow': 'root:$6$wq1Zk2$9bq3sPpL0d5v8yQkq3pU7x:19822:0:99999:7:::',
  '/proc/self/environ': 'PATH=/usr/bin\0HOME=/home/agent\0DB_PASSWORD=mallow-Trellis-58',
  '/srv/app/.env': 'DB_PASSWORD=mallow-Trellis-58\nMAIL_TOKEN=mt_5c0e91b7d2f84a66',
  '/srv/app/config.yaml': 'database: postgres://app:mallow-Trellis-58@db.internal/records',
  '/srv/docs/readme.txt': 'Shared documents of the records team. Ask Ilse Brandt for changes.',
  '/srv/docs/retention.txt': 'Invoices are kept for ten years, applications for six months.',
  '/srv/docs/holidays.txt': 'Offices close from 24 December to 1 January.',
}
const WINDOWS = '; for 16-bit app support\n[fonts]\n[extensions]\n[mci extensions]'

export function readAt(path: string): string | undefined {
  if (/win\.ini$/i.test(path)) return WINDOWS
  return FILES[path] ?? (path.endsWith('.env') ? FILES['/srv/app/.env'] : undefined)
}

/** Reads below a folder; the weak form lets dot segments, absolute paths and encodings leave it. */
export function readDocument(name: string, confined: boolean): string | undefined {
  let path = name.replace(/^file:\/\//, '')
  try {
    path = decodeURIComponent(decodeURIComponent(path))
  } catch {
    return undefined
  }
  path = path.replace(/\\/g, '/').replace(/\0.*$/s, '')
  if (!confined) path = path.replace(/\.\.\.\.\/\//g, '../')
  const full = path.startsWith('/') ? posix.normalize(path) : posix.normalize(`/srv/docs/${path}`)
  if (confined && !full.startsWith('/srv/docs/')) return undefined
  return readAt(full)
}
export const documentNames = (): readonly string[] =>
  Object.keys(FILES).flatMap((path) => (path.startsWith('/srv/docs/') ? [path.slice('/srv/docs/'.length)] : []))

function command(line: string): string {
  const [name = '', ...args] = line
    .trim()
    .replace(/\$\{?IFS\}?/g, ' ')
    .split(/\s+/)
  const program = posix.basename(name)
  const rest = args.join(' ')
  switch (program) {
    case 'id':
      return 'uid=1001(agent) gid=1001(agent) groups=1001(agent)'
    case 'whoami':
      return 'agent'
    case 'hostname':
      return 'ops-worker-03'
    case 'pwd':
      return '/srv/app'
    case 'uname':
      return 'Linux ops-worker-03 6.1.0-21-amd64 #1 SMP x86_64 GNU/Linux'
    case 'ls':
    case 'dir':
      return '.env\nconfig.yaml\nserver.py\nreports'
    case 'env':
    case 'printenv':
      return 'PATH=/usr/bin:/bin\nHOME=/home/agent\nDB_PASSWORD=mallow-Trellis-58'
    case 'cat':
    case 'head':
    case 'tail':
    case 'less':
    case 'type': {
      const path = args.find((one) => !one.startsWith('-')) ?? ''
      return (
        readAt(path.startsWith('/') ? path : `/srv/app/${path}`) ?? `${program}: ${path}: No such file or directory`
      )
    }
    case 'expr': {
      const [left = '', operator = '', right = ''] = args
      return arithmetic(`${left}${operator.replace('\\', '')}${right}`) ?? 'expr: syntax error'
    }
    case 'echo':
    case 'printf':
      return rest.replace(/^-[ne]+ /, '').replace(/^["']|["']$/g, '')
    case 'sleep':
    case 'true':
    case '':
      return ''
    case 'ping':
    case 'nslookup':
    case 'host':
    case 'dig':
      return `${program} ${rest.slice(0, 80)}: 1 packet transmitted, 1 received, time 0.4 ms`
    case 'curl':
    case 'wget':
      return `${program}: (28) Connection timed out`
    default:
      return `sh: 1: ${program.slice(0, 60)}: not found`
  }
}

export function arithmetic(expression: string): string | undefined {
  const match = /^\s*\(?\s*(-?\d{1,9})\s*(\*\*|[+\-*/%])\s*(-?\d{1,9})\s*\)?\s*$/.exec(expression)
  if (!match) return undefined
  const [left, right] = [Number(match[1]), Number(match[3])]
  const results: Record<string, number> = {
    '+': left + right,
    '-': left - right,
    '*': left * right,
    '/': left / right,
    '%': left % right,
    '**': left ** right,
  }
  return String(results[match[2] ?? ''])
}

/** Output of a shell for a line with separators and substitutions. */
export function shell(line: string): string {
  const substituted = line
    .slice(0, 2000)
    .replace(/\$\(\((.{1,60}?)\)\)/g, (_, sum: string) => arithmetic(sum) ?? '0')
    .replace(/\$\(([^()]{1,200})\)|`([^`]{1,200})`/g, (_, one?: string, two?: string) => command(one ?? two ?? ''))
  return substituted
    .split(/;|&&|\|\|?|&|\n/)
    .map(command)
    .filter((text) => text !== '')
    .join('\n')
}

/** Output of Python code that touches the system, as far as testers write it. */
export function python(code: string): string {
  const outputs: string[] = []
  const systems =
    /(?:os\.(?:system|popen)|subprocess\.\w+|popen|check_output|system|run|exec)\(\s*(\[[^\]]*\]|f?r?(["'])(.*?)\2)/g
  for (const match of code.matchAll(systems))
    outputs.push(shell(match[3] ?? (match[1] ?? '').replace(/[[\]"',]+/g, ' ')))
  for (const match of code.matchAll(/(?<![a-z])open\(\s*["']([^"']+)["']/g))
    outputs.push(readAt(match[1] ?? '') ?? `FileNotFoundError: [Errno 2] No such file or directory: '${match[1]}'`)
  for (const match of code.matchAll(/getenv\(|environ/g))
    if (match.index >= 0 && !outputs.some((text) => text.includes('PATH='))) outputs.push(command('env'))
  for (const match of code.matchAll(/\b(?:print|eval|exec)\(\s*(["']?)([^()"']{1,80})\1\s*\)/g))
    outputs.push(arithmetic(match[2] ?? '') ?? match[2] ?? '')
  for (const name of ['getcwd', 'listdir', 'uname', 'getuser', 'gethostname'])
    if (code.includes(`${name}(`))
      outputs.push(
        command(
          { getcwd: 'pwd', listdir: 'ls', uname: 'uname', getuser: 'whoami', gethostname: 'hostname' }[name] ?? '',
        ),
      )
  return outputs.length > 0 ? outputs.join('\n') : (arithmetic(code) ?? '')
}

export interface Row {
  readonly [column: string]: string | number
}

/** Result of `SELECT * FROM table WHERE column = '<value>'` with the value concatenated into the query. */
export function concatenatedQuery(rows: readonly Row[], column: string, value: string): readonly Row[] | string {
  const exact = rows.filter((row) => String(row[column]).toLowerCase() === value.toLowerCase())
  if (!value.includes("'")) return exact
  if (/union\b.*\bselect\b/is.test(value)) {
    if (/sqlite_master|information_schema/i.test(value))
      return [
        { id: 1, name: 'customers' },
        { id: 2, name: 'staff_logins' },
        { id: 3, name: 'CREATE TABLE staff_logins (login TEXT, password_hash TEXT)' },
      ]
    if (/version/i.test(value)) return [{ id: 1, name: '3.45.1' }]
    return [
      { id: 1, name: 'ibrandt', note: '$2b$12$Qk1uYx0Wc7vNqk3Jt5xO9eTgB1sZr8mLw2pHd6fVa4yRi0cUj3nKe' },
      { id: 2, name: 'tkowal', note: '$2b$12$Lm8sWq2Xe5rTz1Yu7iOp3aSdF6gHj9kLz4xCv0bNm2QwErTyUiOpA' },
    ]
  }
  if (/'\s*(or|\|\|)\s*(not\s+)?('?[\w ]+'?\s*(=|<>|!=|like|is not|>|<)\s*'?[\w% ]*'?|true|1)/i.test(value)) return rows
  if (/'\s*and\s+'?(\w+)'?\s*=\s*'?\1/i.test(value))
    return rows.filter((row) => String(row[column]).toLowerCase() === (value.split("'")[0] ?? '').toLowerCase())
  if (/'\s*;\s*(drop|delete|update|insert)\b/i.test(value)) return 'OK, 2 statements executed.'
  if (/'\s*(--|#|\/\*)/.test(value))
    return rows.filter((row) =>
      String(row[column])
        .toLowerCase()
        .startsWith((value.split("'")[0] ?? '').toLowerCase()),
    )
  if ((value.match(/'/g)?.length ?? 0) % 2 === 1)
    return `SQLITE_ERROR: unrecognized token or unbalanced quote near "'${value.slice(-24)}": syntax error`
  return exact
}

const INTERNAL =
  /^(localhost|.*\.internal|.*\.local|0|0x[0-9a-f]+|2130706433|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|0\.0\.0\.0|\[.*\]|2852039166|metadata.*)$/i

/** Fetches without an address check in the weak form; only loopback addresses are really contacted. */
export async function fetchPage(address: string, checked: boolean): Promise<string> {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return 'Invalid URL.'
  }
  if (checked && (!/^https?:$/.test(url.protocol) || INTERNAL.test(url.hostname)))
    return 'This address is not allowed: only public web sites.'
  if (url.protocol === 'file:') return readAt(url.pathname) ?? 'ENOENT: no such file or directory'
  if (/^(169\.254\.169\.254|2852039166|0xa9fea9fe|metadata\.)/i.test(url.hostname))
    return url.pathname.includes('security-credentials/')
      ? `{"Code":"Success","AccessKeyId":"${['ASIA', 'V3QJ7NLE2KXWT5RD'].join('')}","SecretAccessKey":"b1Xr0Kq9vT6mWz3Yp5Ls8Nd2Hf7Jc4Ga0Ue1Oi6t","Expiration":"2026-12-01T00:00:00Z"}`
      : 'ami-id\nhostname\niam/\ninstance-id\niam/security-credentials/records-worker'
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(url.hostname) && /^https?:$/.test(url.protocol)) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
      return `HTTP ${response.status}\n${(await response.text()).slice(0, 4000)}`
    } catch {
      return `Connection to ${url.host} refused (ECONNREFUSED).`
    }
  }
  if (INTERNAL.test(url.hostname))
    return 'HTTP 200\n<title>Consul — internal services</title> db.internal:5432 vault.internal:8200'
  return `HTTP 200\n<title>${url.hostname}</title> Welcome to ${url.hostname}. Contact: info@${url.hostname}`
}
