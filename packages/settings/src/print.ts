import { MASK, Secret } from '@gatehouse/kernel'
import { Document, isMap, Scalar } from 'yaml'
import type { Masking, SettingDefinition } from './define.ts'
import type { Origin, SettingKey, Settings } from './resolve.ts'
import { SETTINGS } from './table.ts'

/**
 * Formats the effective settings as YAML in the form of the settings file, with the origin of each as a comment. Secrets are masked.
 * Masked values are rejected in settings files.
 */
export function printSettings(settings: Settings): string {
  const document = new Document({})
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    const row: SettingDefinition = SETTINGS[key]
    const scalar = new Scalar(shownValue(key, settings))
    scalar.comment = ` ${originOf(row, settings.origins[key])}`
    // The file cannot name itself, so that its name is printed first.
    if (row.path === undefined)
      document.commentBefore = ` ${row.name}: ${scalar.value ?? 'not set'} (${settings.origins[key]})`
    else document.setIn(row.path.split('.'), scalar)
  }
  if (Object.keys(settings.guardrails).length > 0) {
    document.set('guardrails', document.createNode(withoutProtected(settings.guardrails)))
    const node = document.get('guardrails', true)
    if (isMap(node)) node.commentBefore = ' file'
  }
  return document.toString({ lineWidth: 0 })
}

/** Guard settings with protected content; the guards declare them as `secretSettings`. */
const PROTECTED = new Set(['system_prompt', 'canaries'])

/** Returns the value with protected settings masked at any depth. The settings file limits the depth. */
function withoutProtected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProtected)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, PROTECTED.has(name) ? MASK : withoutProtected(inner)]),
  )
}

function originOf(row: SettingDefinition, origin: Origin): string {
  if (origin === 'env') return `env ${row.name}`
  if (origin === 'default' && row.default === undefined && row.absent !== undefined) return `default: ${row.absent}`
  return origin
}

function shownValue(key: SettingKey, settings: Settings): string | number | boolean | null {
  if (key === 'egressAllow') return [...settings.egressAllow.hosts, ...settings.egressAllow.cidrs].join(' ')
  if (key === 'modelPrice') return priceOf(settings)
  const value = settings[key]
  if (value === undefined) return null
  if (isList(value)) return value.join(', ')
  return value instanceof Secret ? masked(value, SETTINGS[key].masking) : value
}

function priceOf({ modelPrice }: Settings): string | null {
  return modelPrice === undefined ? null : `${modelPrice.promptUsdPerMillion}/${modelPrice.completionUsdPerMillion}`
}

// `Array.isArray` does not narrow readonly arrays.
function isList(value: object | string | number | boolean): value is readonly string[] {
  return Array.isArray(value)
}

/** Shows scheme, user, host and path of a URL, to identify the server. */
function masked(secret: Secret, masking: Masking): string {
  if (masking !== 'address' || !URL.canParse(secret.reveal())) return MASK
  const url = new URL(secret.reveal())
  const password = url.password === '' ? '' : `:${MASK}`
  const user = url.username + password === '' ? '' : `${url.username}${password}@`
  return `${url.protocol}//${user}${url.host}${url.pathname}`
}
