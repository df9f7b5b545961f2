import { posix } from 'node:path'
import { arithmetic } from './arithmetic.ts'
import { children, environmentOf, type Host, loopback } from './host.ts'

export interface Result {
  readonly out: string
  readonly failed: boolean
}
/** Command with its arguments; `plain` are those that are not options. */
interface Call {
  readonly host: Host
  readonly name: string
  readonly argv: readonly string[]
  readonly args: readonly string[]
  readonly plain: readonly string[]
  readonly stdin: string
  readonly shell: (line: string) => Promise<string>
}
type Command = (call: Call) => Result | Promise<Result>

const ok = (out: string): Result => ({ out, failed: false })
const bad = (out: string): Result => ({ out: `${out}\n`, failed: true })
const absolute = (host: Host, file: string): string => posix.resolve(host.cwd, file)
const linesOf = (source: string): string[] => source.replace(/\n$/u, '').split('\n')

function contents({ host, name, stdin }: Call, files: readonly string[]): Result {
  if (files.length === 0) return ok(stdin)
  const parts = files.map((file) => {
    const found = host.files[absolute(host, file)]
    return found === undefined ? bad(`${name}: ${file}: No such file or directory`) : ok(found)
  })
  return { out: parts.map(({ out }) => out).join(''), failed: parts.some(({ failed }) => failed) }
}

const changeDirectory: Command = ({ host, plain: [directory] }) =>
  directory === undefined || children(host, absolute(host, directory)).length > 0
    ? ok('')
    : bad(`/bin/sh: 1: cd: can't cd to ${directory}`)

const environment: Command = ({ host, plain: [name] }) => {
  if (name === undefined) return ok(environmentOf(host.env, '\n'))
  return host.env[name] === undefined ? { out: '', failed: true } : ok(`${host.env[name]}\n`)
}

const sleep: Command = async ({ plain }) => {
  await new Promise((resolve) => {
    setTimeout(resolve, Math.min(Number.parseFloat(plain[0] ?? '0') || 0, 12) * 1000)
  })
  return ok('')
}

const list: Command = ({ host, name, plain }) => {
  const directory = absolute(host, plain[0] ?? '.')
  const entries =
    name === 'find' ? Object.keys(host.files).filter((file) => file.startsWith(directory)) : children(host, directory)
  if (host.files[directory] !== undefined) return ok(`${plain[0]}\n`)
  return entries.length > 0
    ? ok(`${entries.join('\n')}\n`)
    : bad(`${name}: cannot access '${plain[0] ?? '.'}': No such file or directory`)
}

const print: Command = (call) => contents(call, call.plain)

const ends: Command = (call) => {
  const count = Math.abs(Number(/-n? ?(\d+)/u.exec(call.args.join(' '))?.[1] ?? 10))
  const files = call.plain.filter((word) => !/^\d+$/u.test(word))
  const source = contents(call, files)
  if (source.failed) return source
  const all = linesOf(source.out)
  return ok(`${(call.name === 'head' ? all.slice(0, count) : all.slice(-count)).join('\n')}\n`)
}

const count: Command = (call) => {
  const source = contents(call, call.plain)
  return source.failed ? source : ok(`${linesOf(source.out).length}\n`)
}

const encode: Command = (call) => {
  const source = contents(call, call.plain)
  if (source.failed) return source
  if (call.name === 'rev') {
    const reversed = linesOf(source.out).map((line) => line.split('').toReversed().join(''))
    return ok(`${reversed.join('\n')}\n`)
  }
  const decode = call.args.some((word) => word === '-d' || word === '--decode' || word === '-D')
  return ok(
    decode
      ? Buffer.from(source.out, 'base64').toString('utf8')
      : `${Buffer.from(source.out).toString(call.name === 'xxd' ? 'hex' : 'base64')}\n`,
  )
}

const grep: Command = ({ host, args, plain, stdin }) => {
  const [wanted = '', ...files] = plain
  const recursive = args.some((word) => /^-\w*r/iu.test(word))
  const isBelow = (file: string, root: string): boolean => file.startsWith(absolute(host, root))
  const names = recursive ? Object.keys(host.files).filter((file) => files.some((root) => isBelow(file, root))) : files
  const sources =
    names.length === 0 && !recursive ? [['', stdin]] : names.map((file) => [file, host.files[absolute(host, file)]])
  const hits = recursive
    ? files
        .filter((root) => !Object.keys(host.files).some((file) => isBelow(file, root)))
        .map((root) => `grep: ${root}: No such file or directory`)
    : []
  for (const [file, source] of sources) {
    if (source === undefined) hits.push(`grep: ${file}: No such file or directory`)
    else
      for (const [index, line] of linesOf(source).entries())
        if (line.toLowerCase().includes(wanted.toLowerCase()))
          hits.push(`${file === '' ? '' : `${posix.basename(file ?? '')}:${index + 1}:`}${line}`)
  }
  return { out: hits.length > 0 ? `${hits.join('\n')}\n` : '', failed: hits.length === 0 }
}

const request: Command = async ({ name, plain }) => {
  const address = plain.find((word) => /^https?:|^[\w.]+[:/]/iu.test(word)) ?? plain[0] ?? ''
  try {
    return ok((await loopback(new URL(/^https?:/iu.test(address) ? address : `http://${address}`))).body)
  } catch {
    return bad(`${name}: (6) Could not resolve host: ${address.replace(/^https?:\/\//u, '').split('/')[0]}`)
  }
}

const script: Command = ({ args }) => {
  const printed = /(?:print|console\.log)\s*\(?\s*(.*?)\)?;?$/su.exec(args.at(-1) ?? '')?.[1] ?? ''
  return ok(`${arithmetic(printed) ?? printed.replaceAll(/^['"]|['"]$/gu, '')}\n`)
}

const COMMANDS: readonly (readonly [names: readonly string[], command: Command])[] = [
  [['', 'cd'], changeDirectory],
  [['true', ':', 'touch', 'rm', 'exit'], () => ok('')],
  [['id'], ({ host: { user } }) => ok(`uid=1001(${user}) gid=1001(${user}) groups=1001(${user})\n`)],
  [['whoami'], ({ host }) => ok(`${host.user}\n`)],
  [['hostname'], () => ok('worker-3\n')],
  [
    ['uname'],
    ({ args }) => ok(args.length > 0 ? 'Linux worker-3 6.1.0-28-amd64 #1 SMP Debian x86_64 GNU/Linux\n' : 'Linux\n'),
  ],
  [['pwd'], ({ host }) => ok(`${host.cwd}\n`)],
  [['date'], () => ok(`${new Date().toUTCString()}\n`)],
  [['echo'], ({ args }) => ok(`${(args[0] === '-n' || args[0] === '-e' ? args.slice(1) : args).join(' ')}\n`)],
  [['printf'], ({ args }) => ok(args.join(' ').replaceAll('\\n', '\n').replace('%s', ''))],
  [['env', 'printenv', 'set', 'export'], environment],
  [
    ['ps'],
    ({ argv }) =>
      ok(
        `  PID TTY          TIME CMD\n    1 ?        00:00:07 node server.mjs\n   31 ?        00:00:00 ${argv.join(' ')}\n`,
      ),
  ],
  [['sleep'], sleep],
  [['ls', 'dir', 'find'], list],
  [['cat', 'more', 'less', 'nl', 'tac', 'strings', 'sort'], print],
  [['head', 'tail'], ends],
  [['wc'], count],
  [['base64', 'rev', 'xxd'], encode],
  [['grep'], grep],
  [['expr'], ({ args }) => ok(`${arithmetic(args.join(' ').replaceAll('\\', '')) ?? args.join(' ')}\n`)],
  [['curl', 'wget'], request],
  [['nslookup', 'dig', 'host'], () => bad(`;; connection timed out; no servers could be reached`)],
  [['ping'], ({ plain }) => bad(`ping: ${plain.at(-1) ?? ''}: Temporary failure in name resolution`)],
  [
    ['sh', 'bash', 'eval'],
    async ({ args, stdin, shell }) => ok(await shell(args.filter((word) => word !== '-c').join(' ') || stdin)),
  ],
  [['python', 'python3', 'node', 'perl'], script],
]

/** Runs one command; `shell` interprets the command line of a nested shell. */
export async function command(
  host: Host,
  argv: readonly string[],
  stdin: string,
  shell: Call['shell'],
): Promise<Result> {
  const [path = '', ...args] = argv
  const name = path.split('/').at(-1)!
  const run = COMMANDS.find(([names]) => names.includes(name))?.[1]
  if (!run) return bad(`/bin/sh: 1: ${path}: not found`)
  return run({ host, name, argv, args, plain: args.filter((word) => !word.startsWith('-')), stdin, shell })
}
