import { RunFile, runFileSchema, unknownMembers } from '@gatehouse/contracts/redteam'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import { z } from 'zod'
import type { ConfinedFolder } from './confined-folder.ts'
import { pathParts } from './confined-path.ts'

/** Default path of a configuration. */
export const CONFIG_DEFAULT = 'redteam.json'
const FILE_BYTES_MAX = 4 * 1024 * 1024
/** Reference to a variable in place of a secret; `$${` escapes a literal `${`. Same syntax as `gatehouse redteam run --config`. */
const REFERENCE = /\$(\$\{|\{([A-Za-z_][A-Za-z0-9_]{0,127})\})/g
const ONE_REFERENCE = /^\$\{[A-Za-z_][A-Za-z0-9_]{0,127}\}$/
/** Headers with credentials. */
const SECRET_HEADER = /authorization|cookie|token|secret|key|password|credential|session/i
/** Members of auth that are no secret. */
const OPEN_AUTH = new Set(['type', 'username', 'name', 'in', 'tokenUrl', 'clientId', 'scope', 'audience'])

type Raw = Readonly<Record<string, unknown>>

/** Names that only files of this tool have, so that nothing else is ever overwritten: no manifest, no setting of an editor. */
export function ownFileName(said: string): string {
  const parts = pathParts(said)
  const name = parts.at(-1) ?? ''
  const isOwn = /^(?:redteam|gatehouse)[\w.-]{0,80}\.json$/i.test(name) && !parts.some((part) => part.startsWith('.'))
  if (!isOwn) {
    throw new Failure(
      'invalid_request',
      `A file that is written here is called redteam….json or gatehouse….json, in no folder that begins with a dot; ${JSON.stringify(name.slice(0, 100))} is not.`,
    )
  }
  return parts.join('/')
}

/**
 * Reads a configuration of the folder without resolving its references.
 * @throws {Failure} `not_found`; `invalid_request` for files that are not configurations
 */
export async function readRaw(folder: ConfinedFolder, path: string): Promise<Raw> {
  const text = await folder.read(path, FILE_BYTES_MAX)
  if (text === undefined)
    throw new Failure('not_found', `Configuration ${path} not found. Create it with write_config.`)
  const raw = parsed(text)
  if (!isJsonObject(raw)) throw new Failure('invalid_request', `${path} does not contain a JSON object.`)
  const { $schema: _schema, ...rest } = raw
  return rest
}

/** @throws {Failure} `conflict` when the existing file is not a configuration: files of other tools are not overwritten */
export async function writeRaw(folder: ConfinedFolder, path: string, raw: Raw): Promise<void> {
  const text = await folder.read(path, FILE_BYTES_MAX)
  const isOurs = text === undefined || RunFile.safeParse(withoutReferences(parsed(text))).success
  const isThere = (await folder.names(path.split('/').slice(0, -1).join('/') || '.')).includes(
    path.split('/').at(-1) ?? '',
  )
  if (!isOurs || (text === undefined && isThere)) {
    throw new Failure('conflict', `${path} exists and is not a run configuration. The file was not changed.`)
  }
  await folder.write(path, `${JSON.stringify(raw, null, 2)}\n`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Validates a configuration before it is written, in addition to the checks of a run.
 * @throws {Failure} `invalid_request`
 */
export function checkRaw(raw: Raw): RunFile {
  const unknown = unknownMembers(runFileSchema(), raw)
  if (unknown.length > 0) {
    throw new Failure('invalid_request', `Unknown configuration fields: ${unknown.slice(0, 10).join(', ')}.`)
  }
  const literal = literalSecrets(raw['target'])
  if (literal.length > 0) {
    throw new Failure(
      'invalid_request',
      `Secrets are not written into files: put \${NAME} in the place of ${literal.slice(0, 10).join(', ')}, and have the server started with --env NAME.`,
    )
  }
  return understood(withoutReferences(raw))
}

/** @throws {Failure} `invalid_request` naming each member that is wrong */
export function understood(raw: unknown): RunFile {
  const read = RunFile.safeParse(raw)
  if (read.success) return read.data
  throw new Failure('invalid_request', `The configuration is not right. ${z.prettifyError(read.error).slice(0, 2_000)}`)
}

/** Returns the paths in a target that contain a literal secret. */
function literalSecrets(target: unknown): readonly string[] {
  if (!isJsonObject(target)) return []
  const { auth, headers, steps, stateProbe } = target
  const ofAuth = Object.entries(isJsonObject(auth) ? auth : {}).flatMap(([name, value]) =>
    OPEN_AUTH.has(name) || isReference(value) ? [] : [`target.auth.${name}`],
  )
  const all = [
    ['target.headers', headers],
    ...(Array.isArray(steps) ? steps : []).map((item: unknown, at) => [`target.steps.${at}.headers`, headersIn(item)]),
    ['target.stateProbe.headers', headersIn(stateProbe)],
  ] as const
  const ofHeaders = all.flatMap(([place, some]) =>
    Object.entries(isJsonObject(some) ? some : {}).flatMap(([name, value]) =>
      SECRET_HEADER.test(name) && !isReference(value) ? [`${String(place)}.${name}`] : [],
    ),
  )
  return [...ofAuth, ...ofHeaders]
}

function headersIn(step: unknown): unknown {
  return isJsonObject(step) ? step['headers'] : undefined
}

/** Returns whether a value is a reference, or one after an authentication scheme: `Bearer ${TOKEN}`. */
function isReference(value: unknown): boolean {
  return typeof value === 'string' && ONE_REFERENCE.test(value.replace(/^[A-Za-z-]{1,30} /, ''))
}

/** Replaces each reference by a placeholder that a schema accepts as a secret. */
function withoutReferences(raw: unknown): unknown {
  return withTexts(raw, (text) =>
    text.replaceAll(REFERENCE, (_whole, escape: string) => (escape === '${' ? '${' : 'reference')),
  )
}

/** Escapes literal texts for a file in which references are resolved. */
export function escaped<What>(value: What): What {
  return withTexts(value, (text) => text.replaceAll('${', () => '$${')) as What
}

/** Configuration with resolved references, and all values that must never be displayed. */
export interface Resolved {
  readonly value: unknown
  readonly secrets: readonly string[]
}

/**
 * @param allowed variables that the operator named at the start of the server: a manipulated assistant can read no others
 * @throws {Failure} `invalid_request`
 */
export function resolved(raw: unknown, allowed: Readonly<Record<string, string>>): Resolved {
  const secrets = new Set<string>()
  const value = withTexts(raw, (text) =>
    text.replaceAll(REFERENCE, (_whole, escape: string, name: string | undefined) => {
      if (escape === '${' || name === undefined) return '${'
      const found = Object.hasOwn(allowed, name) ? allowed[name] : undefined
      if (found === undefined || found === '') {
        throw new Failure(
          'invalid_request',
          `The configuration refers to ${name}: the server has to be started with --env ${name}, and the variable has to be set.`,
        )
      }
      secrets.add(found)
      return found
    }),
  )
  return { value, secrets: [...secrets] }
}

function withTexts(value: unknown, make: (text: string) => string): unknown {
  if (typeof value === 'string') return make(value)
  if (Array.isArray(value)) return value.map((item) => withTexts(item, make))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one, make)]))
}
