import { posix } from 'node:path'
import { arithmetic } from './arithmetic.ts'
import { command } from './commands.ts'
import type { Host } from './host.ts'

/** Splits at operators outside quotes and substitutions. */
function split(line: string): { readonly source: string; readonly before: string }[] {
  const parts: { source: string; before: string }[] = [{ source: '', before: ';' }]
  let quote = ''
  let depth = 0
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!
    const last = parts.at(-1)!
    if (char === '\\' && quote !== "'") last.source += char + (line[++at] ?? '')
    else if (quote !== '') {
      if (char === quote) quote = ''
      last.source += char
    } else if (char === "'" || char === '"' || char === '`') {
      quote = char
      last.source += char
    } else if (char === '(' || char === ')') {
      depth += char === '(' ? 1 : -1
      last.source += char
    } else if (depth <= 0 && /[;\n|&]/u.test(char) && !/[<>]$/u.test(last.source)) {
      const double = line[at + 1] === char && char !== '\n'
      if (double) at++
      parts.push({ source: '', before: double ? char + char : char })
    } else last.source += char
  }
  if (quote === '') return parts
  throw new Error(
    quote === '`'
      ? '/bin/sh: 1: Syntax error: EOF in backquote substitution'
      : '/bin/sh: 1: Syntax error: Unterminated quoted string',
  )
}

async function words(host: Host, source: string, depth: number): Promise<string[]> {
  const found: string[] = []
  let word: string | undefined
  let quoted = false
  const add = (more: string): void => {
    word = (word ?? '') + more
  }
  const end = (): void => {
    if (word !== undefined) found.push(word)
    word = undefined
  }
  for (let at = 0; at < source.length; at++) {
    const rest = source.slice(at)
    const char = source[at]!
    const substitution =
      /^\$\(\(([^()]*(?:\([^()]*\)[^()]*)*)\)\)/u.exec(rest) ??
      /^\$\(((?:[^()]|\([^()]*\))*)\)/u.exec(rest) ??
      /^`([^`]*)`/u.exec(rest)
    const variable = /^\$(?:\{(\w+)\}|(\w+))/u.exec(rest)
    if (substitution) {
      const [whole, inner = ''] = substitution
      const value = whole.startsWith('$((')
        ? String(arithmetic(inner) ?? 0)
        : (await shell(host, inner, depth + 1)).replace(/\n+$/u, '')
      if (quoted) add(value)
      else
        for (const [index, part] of value.split(/\s+/u).entries()) {
          if (index > 0) end()
          add(part)
        }
      at += whole.length - 1
    } else if (variable) {
      const name = variable[1] ?? variable[2]!
      if (name === 'IFS' && !quoted) end()
      else add(name === 'IFS' ? ' ' : (host.env[name] ?? ''))
      at += variable[0].length - 1
    } else if (char === '"') {
      quoted = !quoted
      add('')
    } else if (char === "'" && !quoted) {
      const close = source.indexOf("'", at + 1)
      add(source.slice(at + 1, close))
      at = close
    } else if (char === '\\') {
      at++
      add(quoted && !/["$`\\]/u.test(source[at] ?? '') ? `\\${source[at] ?? ''}` : (source[at] ?? ''))
    } else if (!quoted && /\s/u.test(char)) end()
    else if (!quoted && char === '#' && word === undefined) break
    else if (!quoted && char === '<') {
      end()
      found.push('<')
    } else add(char)
  }
  end()
  return expanded(host, found)
}

/** Expands braces and globs of absolute paths. */
function expanded(host: Host, found: readonly string[]): string[] {
  return found
    .flatMap((item) => (/^\{[^{}]+,[^{}]+\}$/u.test(item) ? item.slice(1, -1).split(',') : [item]))
    .flatMap((item) => {
      if (!/[*?]/u.test(item) || !item.startsWith('/')) return [item]
      const escaped = item.replaceAll(/[.+^$()[\]{}|]/gu, String.raw`\$&`)
      const glob = new RegExp(`^${escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}$`, 'u')
      const matching = Object.keys(host.files).filter((path) => glob.test(path))
      return matching.length > 0 ? matching : [item]
    })
}

/** Interprets a command line against the simulated host and returns what it prints. */
export async function shell(host: Host, line: string, depth = 0): Promise<string> {
  if (depth > 5) return ''
  let printed = ''
  let piped = ''
  let failed = false
  let place = host
  let parts: ReturnType<typeof split>
  try {
    parts = split(line)
  } catch (error) {
    return `${(error as Error).message}\n`
  }
  for (const [index, { source, before }] of parts.slice(0, 40).entries()) {
    if ((before === '&&' && failed) || (before === '||' && !failed)) continue
    const all = await words(place, source.replaceAll(/(?:\d|&)?>{1,2}\s*(?:&\d|[^\s;]+)/gu, ' '), depth)
    const input = all.indexOf('<')
    const stdin =
      input < 0 ? (before === '|' ? piped : '') : (host.files[posix.resolve(place.cwd, all[input + 1] ?? '')] ?? '')
    const argv = input < 0 ? all : all.toSpliced(input, 2)
    if (argv.length === 0) continue
    const result = await command(place, argv, stdin, (nested) => shell(place, nested, 1))
    failed = result.failed
    if (argv[0] === 'cd' && !failed && argv[1] !== undefined)
      place = { ...place, cwd: posix.resolve(place.cwd, argv[1]) }
    piped = result.out
    if (parts[index + 1]?.before !== '|' || failed) printed += result.out
  }
  return printed.slice(0, 20_000)
}
