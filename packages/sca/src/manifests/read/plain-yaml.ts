import { DEPTH_MAX, Table, type Value } from './value.ts'

/** Start of anything other than plain text. */
const SPECIAL = /^[&*!|>%@`{}[\],?'"#]|^-(?:\s|$)|^\?|: |:$| #/
const BLOCK = /^[|>][-+]?$/
const KEY =
  /^(?:'((?:[^']|'')*)'|"([^"\\]*)"|([^\s'"&*!|>%@`{}[\],#?:-][^\s:#]*(?: [^\s:#]+)*|[^\s'"&*!|>%@`{}[\],#?:-][^\s#]*?)):(?: +|$)/

/** Maximum length of a line in UTF-16 units. In long-running processes, V8 runs regular expressions with a limited stack. */
const LINE_UNITS_MAX = 64 * 1024

interface Line {
  readonly indent: number
  readonly text: string
  readonly number: number
}

/**
 * The part of YAML that tools write lock files in, thirty times as fast as all of YAML: maps in blocks, lists of texts, texts
 * with or without quotes, small maps and lists in brackets. Undefined for all else, which a full reader has to read.
 */
export function readPlainYaml(text: string): Value | undefined {
  const lines: Line[] = []
  let number = 0
  for (const raw of text.split('\n')) {
    number += 1
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const body = line.trimStart()
    if (body === '' || body.startsWith('#') || (number === 1 && body === '---')) continue
    const indent = line.length - body.length
    if (line.length > LINE_UNITS_MAX || line.includes('\t') || body !== body.trimEnd()) return undefined
    lines.push({ indent, text: body, number })
  }
  const reader = new PlainReader(lines)
  const table = reader.table(0, 0)
  return reader.isDone() ? table : undefined
}

class PlainReader {
  readonly #lines: readonly Line[]
  #at = 0

  constructor(lines: readonly Line[]) {
    this.#lines = lines
  }

  isDone(): boolean {
    return this.#at === this.#lines.length
  }

  /** Reads all keys at one indent; stops at the first unreadable line, which is then never complete. */
  table(indent: number, depth: number): Table | undefined {
    const table = new Table(this.#lines[this.#at]?.number)
    if (depth > DEPTH_MAX) return undefined
    for (let line = this.#lines[this.#at]; line?.indent === indent; line = this.#lines[this.#at]) {
      const match = KEY.exec(line.text)
      if (match === null) return undefined
      this.#at += 1
      const key = match[1]?.replaceAll("''", "'") ?? match[2] ?? match[3] ?? ''
      const value = this.#value(line.text.slice(match[0].length), line, depth)
      if (value === undefined) return undefined
      table.set(key, value, line.number)
    }
    return table
  }

  #value(text: string, { indent, number }: Line, depth: number): Value | undefined {
    const next = this.#lines[this.#at]
    const below = next?.indent ?? -1
    if (text === '') {
      if (below >= indent && next?.text.startsWith('- ')) return this.#list(below)
      return below > indent ? this.table(below, depth + 1) : null
    }
    if (BLOCK.test(text)) return this.#block(indent, text.startsWith('|') ? '\n' : ' ')
    // Text that continues on the next line.
    return below > indent ? undefined : inline(text, number)
  }

  /** Reads a text block without its blank lines: lock files contain no relevant data in blocks. */
  #block(indent: number, joint: string): string {
    const pieces: string[] = []
    for (let line = this.#lines[this.#at]; line !== undefined && line.indent > indent; line = this.#lines[this.#at]) {
      pieces.push(line.text)
      this.#at += 1
    }
    return pieces.join(joint)
  }

  #list(indent: number): Value[] | undefined {
    const list: Value[] = []
    for (let line = this.#lines[this.#at]; line?.indent === indent && line.text.startsWith('- ');) {
      const item = inline(line.text.slice(2).trim(), line.number)
      if (item === undefined) return undefined
      list.push(item)
      this.#at += 1
      line = this.#lines[this.#at]
      if (line !== undefined && line.indent > indent) return undefined
    }
    return list
  }
}

/** Parses a single-line value. */
function inline(text: string, line: number): Value | undefined {
  const [open = '', close = ''] = [text[0], text.at(-1)]
  if (open === "'" && close === "'" && text.length > 1) {
    const inner = text.slice(1, -1)
    return /^(?:[^']|'')*$/.test(inner) ? inner.replaceAll("''", "'") : undefined
  }
  if (open === '"' && close === '"' && text.length > 1) {
    const inner = text.slice(1, -1)
    return /^[^"\\]*$/.test(inner) ? inner : undefined
  }
  if ((open === '{' && close === '}') || (open === '[' && close === ']')) return flow(text, line)
  return SPECIAL.test(text) ? undefined : text
}

/** Parses `{a: b, c: 'd'}` and `[a, b]`, without nested commas or brackets. */
function flow(text: string, line: number): Value | undefined {
  const inner = text.slice(1, -1).trim()
  if (/[{}[\]]/.test(inner)) return undefined
  // A quoted comma leaves parts with one quote, which are invalid values.
  const parts = inner === '' ? [] : inner.split(',').map((part) => part.trim())
  if (text.startsWith('[')) {
    const list = parts.map((part) => inline(part, line))
    return list.some((item) => item === undefined) ? undefined : list.filter((item) => item !== undefined)
  }
  const table = new Table(line)
  for (const part of parts) {
    const match = KEY.exec(part)
    const value = match === null ? undefined : inline(part.slice(match[0].length), line)
    if (match === null || value === undefined) return undefined
    table.set(match[1] ?? match[2] ?? match[3] ?? '', value, line)
  }
  return table
}
