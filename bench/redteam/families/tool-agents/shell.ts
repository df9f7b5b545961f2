import { posix } from 'node:path'
import { listDirectory, readFile, type Files } from './files.ts'
import { fetchUrl } from './web.ts'

export interface Shell {
  readonly files: Files
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Programs beyond the usual ones. */
  readonly programs?: Readonly<Record<string, (args: readonly string[]) => string>>
}
interface Effects {
  delayMs: number
  readonly urls: string[]
}
const DELAY_MS_MAX = 15_000
const DEPTH_MAX = 3

/** Words of a command: quotes removed, variables and `$()` expanded outside single quotes. */
function words(command: string, expand: (text: string) => string): string[] {
  const found = command.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/gu) ?? []
  return found.flatMap((word) => {
    const parts = word.match(/'[^']*'|"[^"]*"|\\.|[^'"\\]+|['"]/gu) ?? []
    const text = parts
      .map((part) =>
        part.startsWith("'")
          ? part.slice(1, -1)
          : part.startsWith('"')
            ? expand(part.slice(1, -1))
            : part.startsWith('\\')
              ? part.slice(1)
              : expand(part),
      )
      .join('')
    return /^\d?>|^<|^&$/u.test(text) ? [] : [text]
  })
}

function runProgram(shell: Shell, effects: Effects, argv: readonly string[], input: string): string {
  const [name = '', ...args] = argv
  const operands = args.filter((argument) => !argument.startsWith('-'))
  const at = (path: string): string => posix.resolve(shell.cwd, path)
  const program = shell.programs?.[name]
  if (program) return program(args)
  switch (posix.basename(name)) {
    case 'id':
      return 'uid=1001(svc) gid=1001(svc) groups=1001(svc),33(www-data)\n'
    case 'whoami':
      return 'svc\n'
    case 'hostname':
      return shell.files['/etc/hostname'] ?? 'localhost\n'
    case 'pwd':
      return `${shell.cwd}\n`
    case 'uname':
      return args.includes('-a') ? 'Linux worker-7c4f 6.1.0-21-amd64 #1 SMP x86_64 GNU/Linux\n' : 'Linux\n'
    case 'env':
    case 'printenv':
      return operands[0]
        ? `${shell.env[operands[0]] ?? ''}\n`
        : Object.entries(shell.env)
            .map(([key, value]) => `${key}=${value}\n`)
            .join('')
    case 'echo':
      return `${(args[0] === '-n' || args[0] === '-e' ? args.slice(1) : args).join(' ')}\n`
    case 'printf':
      return args.join(' ').replaceAll('\\n', '\n')
    case 'expr':
      return /^\d+$/u.test(args[0] ?? '') && args[1] === '+' ? `${Number(args[0]) + Number(args[2])}\n` : ''
    case 'ls':
      return `${listDirectory(shell.files, at(operands[0] ?? '.')).join('\n')}\n`
    case 'cat':
    case 'head':
    case 'tail':
      return operands.length === 0 ? input : operands.map((path) => readFile(shell.files, at(path))).join('')
    case 'sleep':
      effects.delayMs = Math.min(effects.delayMs + (Number.parseFloat(operands[0] ?? '0') || 0) * 1000, DELAY_MS_MAX)
      return ''
    case 'curl':
    case 'wget':
      effects.urls.push(...operands.filter((operand) => /^https?:\/\//u.test(operand)))
      return ''
    case 'true':
    case 'cd':
      return ''
    case 'sh':
    case 'bash':
      return evaluate(shell, effects, args[0] === '-c' ? (args[1] ?? '') : input, 1)
    default:
      throw new Error(`sh: 1: ${name.slice(0, 60)}: not found`)
  }
}

function evaluate(shell: Shell, effects: Effects, line: string, depth: number): string {
  if (depth > DEPTH_MAX) return ''
  const expand = (text: string): string =>
    text
      .replace(
        /\$\(\(\s*(\d{1,6})\s*([*+-])\s*(\d{1,6})\s*\)\)/gu,
        (_, left: string, operator: string, right: string) =>
          String(operator === '*' ? +left * +right : operator === '+' ? +left + +right : +left - +right),
      )
      .replace(/\$\(([^()]*)\)|`([^`]*)`/gu, (_, inner?: string, ticked?: string) =>
        evaluate(shell, effects, inner ?? ticked ?? '', depth + 1).trimEnd(),
      )
      .replace(/\$\{IFS\}|\$IFS(?:\$9)?/gu, ' ')
      .replace(/\$\{?([A-Z_]+)\}?/gu, (_, name: string) => shell.env[name] ?? '')
  const expanded = /[`]|\$\(|\$\{?IFS/u.test(line) ? expand(line) : line
  let output = ''
  for (const pipeline of splitUnquoted(expanded, /^(?:;|&&|\|\||\n|&(?!\d))/u)) {
    let stream = ''
    try {
      for (const command of splitUnquoted(pipeline, /^\|/u)) {
        const argv = words(command, expand)
        if (argv.length > 0) stream = runProgram(shell, effects, argv, stream)
      }
      output += stream
    } catch (error) {
      output += `${(error as Error).message}\n`
    }
  }
  return output
}

function splitUnquoted(line: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  let quote = ''
  for (let index = 0; index < line.length;) {
    const letter = line[index]!
    const found = quote ? null : separator.exec(line.slice(index, index + 3))
    if (found) {
      parts.push(part)
      part = ''
      index += found[0].length
      continue
    }
    if (quote ? letter === quote : (letter === "'" || letter === '"') && line[index - 1] !== '\\')
      quote = quote ? '' : letter
    part += letter
    index++
  }
  return [...parts, part]
}

/** Runs a command line of the simulated shell without waiting: delays and requests are dropped. */
export const runNow = (shell: Shell, line: string): string => evaluate(shell, { delayMs: 0, urls: [] }, line, 0)

/** Runs a command line of the simulated shell; `sleep` waits, `curl` requests loopback. */
export async function runShell(shell: Shell, line: string): Promise<string> {
  const effects: Effects = { delayMs: 0, urls: [] }
  let output = evaluate(shell, effects, line, 0)
  if (effects.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, effects.delayMs))
  for (const url of effects.urls.slice(0, 3))
    output += await fetchUrl(url).catch((error: Error) => `curl: (6) ${error.message}\n`)
  return output
}
