import { Failure } from '@gatehouse/kernel'
import { parseDocument } from 'yaml'
import { nearest } from './nearest.ts'
import { shown } from './shown.ts'
import { SETTINGS } from './table.ts'

/** Maximum size of a settings file. */
export const CONFIG_BYTES_MAX = 1024 * 1024
/** Maximum number of expanded aliases, so that a small file cannot become a large value. */
const ALIAS_COUNT_MAX = 100

/** Server defaults of the guards from the file; the guard engine validates them. */
export interface GuardrailDefaults {
  readonly input_guardrails?: unknown
  readonly output_guardrails?: unknown
}

export interface SettingsFile {
  /** Text of each setting in the file, by environment name. */
  readonly values: ReadonlyMap<string, string>
  readonly guardrails: GuardrailDefaults
}

const GUARDRAILS = 'guardrails'
const GUARDRAIL_KEYS = ['input_guardrails', 'output_guardrails']
const rows = Object.values(SETTINGS).filter((row) => row.path !== undefined)
const nameByKey = new Map(rows.flatMap((row) => [[row.name, row.name] as const, [row.path!, row.name] as const]))
const groups = new Set(rows.filter((row) => row.path!.includes('.')).map((row) => row.path!.split('.')[0]!))

/**
 * Parses the YAML file. A setting is at its path (`guard: {port: 4000}`) or under its environment name (`GUARD_PORT: 4000`), never both.
 * @param place name of the file in messages
 * @throws {Failure} `invalid_setting` for invalid YAML, an unknown setting, or a duplicate
 */
export function readSettingsFile(yamlText: string, place: string): SettingsFile {
  const root = rootOf(yamlText, place)
  const values = new Map<string, string>()
  let guardrails: GuardrailDefaults = {}
  const take = (key: string, value: unknown): void => {
    const name = nameByKey.get(key)
    if (name === undefined) throw unknownKey(key, place)
    const text = textOf(value, key, place)
    if (text === undefined) return
    if (values.has(name)) throw refusal(`${place}: ${name} is set twice, by name and by path`)
    values.set(name, text)
  }
  for (const [key, value] of Object.entries(root)) {
    if (key === GUARDRAILS) guardrails = guardrailsOf(value, place)
    else if (groups.has(key) && value !== null) {
      if (!isMapping(value)) throw refusal(`${place}: ${key} must be a mapping`)
      for (const [inner, innerValue] of Object.entries(value)) take(`${key}.${inner}`, innerValue)
    } else if (!groups.has(key)) take(key, value)
  }
  return { values, guardrails }
}

function rootOf(yamlText: string, place: string): Record<string, unknown> {
  if (Buffer.byteLength(yamlText) > CONFIG_BYTES_MAX) throw refusal(`${place} is larger than ${CONFIG_BYTES_MAX} bytes`)
  const document = parseDocument(yamlText, { prettyErrors: true })
  const [error] = document.errors
  // The following lines of the message only show the position in the file.
  if (error !== undefined) throw refusal(`invalid YAML in ${place}: ${error.message.split('\n')[0]!.replace(/:$/, '')}`)
  let root: unknown
  try {
    root = document.toJS({ maxAliasCount: ALIAS_COUNT_MAX })
  } catch {
    throw refusal(`${place} expands too many aliases`)
  }
  if (root === null || root === undefined) return {}
  if (!isMapping(root)) throw refusal(`${place} must be a mapping of settings`)
  return root
}

function guardrailsOf(value: unknown, place: string): GuardrailDefaults {
  if (value === null) return {}
  if (!isMapping(value)) throw refusal(`${place}: ${GUARDRAILS} must be a mapping`)
  for (const key of Object.keys(value)) {
    if (!GUARDRAIL_KEYS.includes(key)) {
      const meant = nearest(key, GUARDRAIL_KEYS) ?? GUARDRAIL_KEYS.join(' or ')
      throw refusal(`${place}: unknown key "${GUARDRAILS}.${shown(key)}"; did you mean ${meant}?`)
    }
  }
  return value
}

/** Returns the text of a scalar, or of a list of scalars; undefined if empty, which counts as absent. */
function textOf(value: unknown, key: string, place: string): string | undefined {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value) && value.every(isScalar)) return value.map(String).join(', ')
  if (!isScalar(value)) throw refusal(`${place}: ${key} must be a single value, not a mapping`)
  return String(value).trim() || undefined
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unknownKey(key: string, place: string): Failure {
  const meant = nearest(key, [...nameByKey.keys(), GUARDRAILS])
  return refusal(`${place}: unknown key "${shown(key)}"${meant === undefined ? '' : `; did you mean ${meant}?`}`)
}

function refusal(sentence: string): Failure {
  return new Failure('invalid_setting', sentence)
}
