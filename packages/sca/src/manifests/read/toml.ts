import { Failure, messageOf } from '@gatehouse/kernel'
import { parse } from 'smol-toml'
import { Table, type Value } from './value.ts'

/**
 * Parses a TOML document. Objects of an array of tables have line numbers.
 * @throws {Failure} `invalid_request` naming the error
 */
export function readToml(text: string): Value {
  let read: unknown
  try {
    read = parse(text, { maxDepth: DEPTH_MAX, integersAsBigInt: false })
  } catch (error) {
    throw new Failure('invalid_request', `Invalid TOML: ${messageOf(error).split('\n', 1)[0]}`)
  }
  return valueOf(read, headers(text), '')
}

const DEPTH_MAX = 50

/** Returns lines of `[[name]]`, by name. A similar line in a multi-line string shifts the later ones. */
function headers(text: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  let line = 0
  for (const item of text.split('\n')) {
    line += 1
    if (!item.startsWith('[[')) continue
    const name = item.slice(2, item.indexOf(']]'))
    const before = found.get(name)
    if (before === undefined) found.set(name, [line])
    else before.push(line)
  }
  return found
}

function valueOf(read: unknown, lines: ReadonlyMap<string, readonly number[]>, path: string, line?: number): Value {
  if (typeof read === 'string' || typeof read === 'number' || typeof read === 'boolean') return read
  if (typeof read === 'bigint') return Number(read)
  if (Array.isArray(read))
    return read.map((item: unknown, index) => valueOf(item, lines, path, lines.get(path)?.[index]))
  if (read instanceof Date) return read.toISOString()
  if (typeof read !== 'object' || read === null) return null
  const table = new Table(line)
  for (const [key, value] of Object.entries(read))
    table.set(key, valueOf(value, lines, path === '' ? key : `${path}.${key}`))
  return table
}
