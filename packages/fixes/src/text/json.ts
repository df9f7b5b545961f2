import { eolOf } from './splice.ts'

/** A member of an object in a JSON text, with the ranges of its key and value. */
export interface JsonMember {
  readonly key: string
  readonly keyStart: number
  readonly start: number
  readonly end: number
}

/** Returns the members of the object, or the items of the array, that starts at an offset. */
export function jsonMembers(text: string, at: number): readonly JsonMember[] {
  const found: JsonMember[] = []
  const isObject = text[at] === '{'
  if (!isObject && text[at] !== '[') return found
  let position = skipSpace(text, at + 1)
  while (position < text.length && text[position] !== '}' && text[position] !== ']') {
    const keyStart = position
    let key = String(found.length)
    if (isObject) {
      const keyEnd = skipValue(text, position)
      key = stringOf(text.slice(position, keyEnd)) ?? ''
      position = skipSpace(text, keyEnd)
      if (text[position] !== ':') return found
      position = skipSpace(text, position + 1)
    }
    const end = skipValue(text, position)
    if (end === position) return found
    found.push({ key, keyStart, start: position, end })
    position = skipSpace(text, end)
    if (text[position] === ',') position = skipSpace(text, position + 1)
  }
  return found
}

/** Returns the member at a path of keys and indexes. */
export function jsonAt(text: string, path: readonly string[]): JsonMember | undefined {
  let at = skipSpace(text, 0)
  let found: JsonMember | undefined
  for (const key of path) {
    found = jsonMembers(text, at).find((member) => member.key === key)
    if (found === undefined) return undefined
    at = found.start
  }
  return found
}

/** Returns the string at a path. */
export function jsonString(text: string, path: readonly string[]): string | undefined {
  const member = jsonAt(text, path)
  return member === undefined ? undefined : stringOf(text.slice(member.start, member.end))
}

/** Sets a string in an object at a path; missing objects are added at the end. All other characters stay. */
export function withJsonString(text: string, path: readonly string[], value: string): string {
  const known = jsonAt(text, path)
  if (known !== undefined) return text.slice(0, known.start) + JSON.stringify(value) + text.slice(known.end)
  let depth = path.length - 1
  while (depth > 0 && jsonAt(text, path.slice(0, depth)) === undefined) depth -= 1
  const at = depth === 0 ? skipSpace(text, 0) : jsonAt(text, path.slice(0, depth))!.start
  const members = jsonMembers(text, at)
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  const eol = eolOf(text)
  const indent = (levels: number): string => unit.repeat(levels)
  let written = JSON.stringify(value)
  for (let level = path.length - 1; level > depth; level -= 1) {
    written = `{${eol}${indent(level + 1)}${JSON.stringify(path[level])}: ${written}${eol}${indent(level)}}`
  }
  const member = `${JSON.stringify(path[depth])}: ${written}`
  const last = members.at(-1)
  if (last === undefined) {
    const close = text.indexOf('}', at)
    return `${text.slice(0, at + 1)}${eol}${indent(depth + 1)}${member}${eol}${indent(depth)}${text.slice(close)}`
  }
  const isOnLines = text.slice(at, members[0]!.keyStart).includes('\n')
  const lead = isOnLines ? eol + indent(depth + 1) : ' '
  return `${text.slice(0, last.end)},${lead}${member}${text.slice(last.end)}`
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at += 1
  return at
}

function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipString(text, from)
  if (text[from] !== '{' && text[from] !== '[') {
    let at = from
    while (at < text.length && !',]} \t\r\n:'.includes(text[at]!)) at += 1
    return at
  }
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') at = skipString(text, at) - 1
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function skipString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

function stringOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
