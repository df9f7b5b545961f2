import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { runFileSchema, unknownMembers } from '@gatehouse/contracts/redteam'
import { Failure, isJsonObject, messageOf } from '@gatehouse/kernel'
import { parse } from 'yaml'
import type { Io } from '../command.ts'
import { listed, resolved } from '../policy/references.ts'

/** Own limit: a file with a thousand custom attacks is smaller. */
const FILE_BYTES_MAX = 16 * 1024 * 1024
const ALIASES_MAX = 100
/** Parts of a run that are not secret, regardless of their source. */
const OPEN_PLACES = [
  'target.baseUrl',
  'target.agentEndpoint',
  'target.name',
  'target.model',
  'target.type',
  'target.method',
  'categories',
  'attackConfig',
  'failUnder',
  'failOn',
]

/** Parsed file with its resolved references. */
export interface ReadFile {
  readonly raw: Readonly<Record<string, unknown>>
  /** Values of environment references to hide. */
  readonly secrets: readonly string[]
}

/**
 * Reads a run file. Unknown fields are errors, so that a typo disables no check.
 * @throws {Failure} `invalid_request` with the file and its problems
 */
export function readRunFile(name: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): ReadFile {
  let written: unknown
  try {
    const path = resolve(cwd, name)
    const { size } = statSync(path)
    if (size > FILE_BYTES_MAX) throw new Error(`the file has ${size} bytes; the limit is ${FILE_BYTES_MAX}`)
    // JSON is a subset of YAML.
    written = parse(readFileSync(path, 'utf8'), { maxAliasCount: ALIASES_MAX })
  } catch (error) {
    throw new Failure('invalid_request', `Cannot read ${name}: ${messageOf(error)}`)
  }
  if (!isJsonObject(written)) throw new Failure('invalid_request', `Invalid configuration ${name}: expected an object.`)
  // Used by editors only.
  const { $schema: _schema, ...raw } = written
  const unknown = unknownMembers(runFileSchema(), raw)
  if (unknown.length > 0) {
    throw new Failure('invalid_request', `Unknown fields in ${name}: ${listed(unknown)}.`)
  }
  const created = resolved(raw, env)
  return { raw: isJsonObject(created) ? created : {}, secrets: secretsOf(raw, env) }
}

const REFERENCE = /(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g

function secretsOf(value: unknown, env: Io['env'], path = ''): readonly string[] {
  if (OPEN_PLACES.some((place) => path === place || path.startsWith(`${place}.`))) return []
  if (typeof value === 'string') return [...value.matchAll(REFERENCE)].flatMap(([, name = '']) => env[name] ?? [])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => secretsOf(item, env, path === '' ? name : `${path}.${name}`))
}
