import type { Syntax } from './lexer.ts'
import { CARRIES } from './taints.ts'

/** Effect of a call on its arguments. */
export type CallEffect = 'evaluates' | 'commands' | 'sends' | 'resolves' | 'writes' | 'loads' | 'defers'

/** A function that matters. */
export interface Callee {
  readonly deed?: CallEffect
  /** Taint of its result in addition to that of its arguments. */
  readonly gives?: number
  /** Taints that its result loses, regardless of its arguments. */
  readonly drops?: number
  /** Taint of its result for one of these text arguments. */
  readonly withText?: { readonly texts: ReadonlySet<string>; readonly gives: number; readonly drops?: number }
}

/** Objects on which a name has this meaning; `''` for none. */
interface Entry {
  readonly objects?: readonly string[] | undefined
  readonly callee: Callee
}

const BASES = new Set(['base64', 'hex', 'base64url', 'base32', 'rot13', 'rot_13'])
const GLOBALS = ['', 'window', 'global', 'globalThis', 'self', 'builtins', '__builtins__']
const PROCESSES = ['', 'child_process', 'childProcess', 'cp', 'proc', 'exec', 'cmd', 'shell']
const CLIENTS = ['', 'http', 'https', 'axios', 'got', 'needle', 'superagent', 'request', 'fetch', 'client', 'undici']
const HTTPS = ['http', 'https', 'axios', 'got', 'needle', 'superagent', 'request', 'requests', 'httpx']
const RESOLVERS = ['dns', 'dnsPromises', 'resolver', 'dnsp']

const EVALUATES: Callee = { deed: 'evaluates' }
const COMMANDS: Callee = { deed: 'commands' }
const ASKS: Callee = { deed: 'sends', gives: CARRIES.remote | CARRIES.connection, drops: ~0 }
const RESOLVES: Callee = { deed: 'resolves', drops: ~0 }
/** Returns user-written text, not addresses. */
const ASKS_TEXT: Callee = { deed: 'resolves', gives: CARRIES.remote, drops: ~0 }
const WRITES: Callee = { deed: 'writes' }
const DECODES: Callee = { gives: CARRIES.decoded, drops: CARRIES.encoded }
const ENCODES: Callee = { gives: CARRIES.encoded, drops: CARRIES.decoded }
const TELLS_HOST: Callee = { gives: CARRIES.host }
const CONNECTS: Callee = { gives: CARRIES.connection | CARRIES.remote, drops: ~0 }
const LOADS: Callee = { deed: 'loads' }

function entries(names: string, callee: Callee, objects?: readonly string[]): [string, Entry][] {
  return names.split(' ').map((name) => [name, { callee, objects }])
}

const JS: ReadonlyMap<string, readonly Entry[]> = grouped([
  ...entries('eval Function', EVALUATES, GLOBALS),
  ...entries('execScript runInThisContext runInNewContext runInContext', EVALUATES),
  ...entries('_compile', EVALUATES, ['module', 'Module', 'mod', 'm']),
  ...entries('constructor', EVALUATES, ['constructor']),
  ...entries('Script', EVALUATES, ['', 'vm']),
  ...entries('import', EVALUATES, ['']),
  ...entries('require', LOADS, ['']),
  ...entries('setTimeout setInterval', { deed: 'defers' }, GLOBALS),
  ...entries('exec spawn fork', COMMANDS, PROCESSES),
  ...entries('execSync spawnSync execFile execFileSync', COMMANDS),
  ...entries('fetch request axios got needle', ASKS, CLIENTS),
  ...entries('get post put', ASKS, HTTPS),
  ...entries('sendBeacon', ASKS),
  ...entries('XMLHttpRequest WebSocket', { deed: 'sends', gives: CARRIES.connection | CARRIES.remote }),
  ...entries('connect createConnection', CONNECTS, ['net', 'tls']),
  ...entries('lookup resolve4 resolve6', RESOLVES, RESOLVERS),
  ...entries('resolve resolveTxt resolveAny', ASKS_TEXT, RESOLVERS),
  ...entries('writeFile writeFileSync createWriteStream appendFileSync', WRITES),
  ...entries('atob unescape inflateSync gunzipSync unzipSync brotliDecompressSync', DECODES),
  ...entries('fromCharCode', { gives: CARRIES.spelled }),
  ...entries('createDecipheriv createDecipher', DECODES),
  ...entries('from', { withText: { texts: BASES, gives: CARRIES.decoded, drops: CARRIES.encoded } }, ['Buffer']),
  ...entries('Buffer', { withText: { texts: BASES, gives: CARRIES.decoded, drops: CARRIES.encoded } }, ['']),
  ...entries('toString', { withText: { texts: BASES, gives: CARRIES.encoded, drops: CARRIES.decoded } }),
  ...entries('btoa', ENCODES),
  ...entries('hostname userInfo networkInterfaces', TELLS_HOST),
  ...entries('existsSync access stat statSync accessSync lstatSync', { drops: ~0 }),
])

const PYTHON: ReadonlyMap<string, readonly Entry[]> = grouped([
  ...entries('urlopen urlretrieve', ASKS),
  ...entries('exec eval', EVALUATES, [...GLOBALS, ')']),
  ...entries('compile', {}, ['re']),
  ...entries('system popen execv execvp spawnl', COMMANDS, ['os']),
  ...entries('run call Popen check_output check_call getoutput getstatusoutput', COMMANDS, ['subprocess', 'sp']),
  ...entries('Popen check_output check_call getoutput', COMMANDS, ['']),
  ...entries('get post put request', ASKS, ['requests', 'httpx', 'session', 'urllib3']),
  ...entries('HTTPSConnection HTTPConnection create_connection', CONNECTS),
  ...entries('socket', CONNECTS, ['', 'socket']),
  ...entries('gethostbyname getaddrinfo', RESOLVES),
  ...entries('recv recvfrom', { gives: CARRIES.remote }),
  ...entries('__import__ import_module', LOADS),
  ...entries('chr', { gives: CARRIES.spelled }, ['']),
  ...entries('b64decode b32decode b85decode a85decode unhexlify fromhex decompress Fernet decrypt', DECODES),
  ...entries('loads', DECODES, ['marshal']),
  ...entries('decode', { withText: { texts: BASES, gives: CARRIES.decoded } }),
  ...entries('b64encode hexlify b32encode urlsafe_b64encode', ENCODES),
  ...entries('gethostname getuser getfqdn getlogin getnode', TELLS_HOST),
  ...entries('node uname', TELLS_HOST, ['platform', 'os']),
  ...entries('exists isfile isdir stat', { drops: ~0 }),
])

/** Calls that serialize all their arguments as one text. */
const WRITES_OUT = new Set(
  'stringify entries dumps dict urlencode inspect str repr values items copy assign'.split(' '),
)

/** Methods by which something leaves through a connection. */
export const LEAVES = new Set('write end send sendall emit request open post'.split(' '))

/** Objects or names for the entire environment. */
export const ENVIRONMENTS: Readonly<Record<Syntax, readonly [object: string, name: string]>> = {
  js: ['process', 'env'],
  python: ['os', 'environ'],
}

/** Relevant modules, by the taint of their object. */
const MODULES: Readonly<Record<string, number>> = {
  child_process: CARRIES.processes,
  os: CARRIES.processes,
  subprocess: CARRIES.processes,
  dns: CARRIES.resolver,
  'dns/promises': CARRIES.resolver,
  http: CARRIES.network,
  https: CARRIES.network,
  axios: CARRIES.network,
  got: CARRIES.network,
  needle: CARRIES.network,
  request: CARRIES.network,
  requests: CARRIES.network,
  superagent: CARRIES.network,
}

const HELD_CALLS: readonly (readonly [bit: number, names: ReadonlySet<string>, callee: Callee])[] = [
  [
    CARRIES.processes,
    new Set(['exec', 'spawn', 'fork', 'system', 'popen', 'run', 'call', 'Popen', 'check_output']),
    COMMANDS,
  ],
  [CARRIES.resolver, new Set(['lookup', 'resolve4', 'resolve6']), RESOLVES],
  [CARRIES.resolver, new Set(['resolve', 'resolveTxt', 'resolveAny']), ASKS_TEXT],
  [CARRIES.network, new Set(['get', 'post', 'put', 'request', 'stream']), ASKS],
]

/** Returns the taint of a module by its quoted name. */
export function moduleCarries(text: string): number {
  const name = text.slice(1, -1).replace(/^node:/, '')
  return Object.hasOwn(MODULES, name) ? (MODULES[name] ?? 0) : 0
}

/** Returns the effect of a module function, independent of the module's local name. */
export function heldCallee(receiver: number, name: string): Callee | undefined {
  return HELD_CALLS.find(([bit, names]) => (receiver & bit) !== 0 && names.has(name))?.[2]
}

/** Returns the effect of a function that was imported under another name. */
export function renamedCallee(carried: number): Callee | undefined {
  if ((carried & CARRIES.processes) !== 0) return COMMANDS
  return (carried & CARRIES.network) === 0 ? undefined : ASKS
}

/**
 * Returns the effect of a call by name; undefined for irrelevant calls.
 * @param object object before the dot: `''` for none, `)` for the result of another call
 */
export function calleeOf(syntax: Syntax, object: string, name: string): Callee | undefined {
  const found = (syntax === 'js' ? JS : PYTHON).get(name)
  if (found === undefined) return undefined
  return found.find(({ objects }) => objects === undefined || objects.includes(object))?.callee
}

export function writesOut(name: string): boolean {
  return WRITES_OUT.has(name)
}

function grouped(all: readonly [string, Entry][]): ReadonlyMap<string, readonly Entry[]> {
  const found = new Map<string, Entry[]>()
  for (const [name, entry] of all) {
    const before = found.get(name)
    if (before === undefined) found.set(name, [entry])
    else before.push(entry)
  }
  return found
}
