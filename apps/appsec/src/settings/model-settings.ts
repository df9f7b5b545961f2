import { CUSTOM_PROVIDER, MODEL_PRESETS, type ModelSettingsBody } from '@gatehouse/contracts'
import { Failure, type KeyRing, MASK, Secret } from '@gatehouse/kernel'
import type { ModelSettingsRow } from '@gatehouse/store'
import { openFor, sealFor } from './sealed.ts'

const PURPOSE = 'organization_model_key'

/** What an organization has that set nothing. */
export const MODEL_SETTINGS_DEFAULT: ModelSettingsRow = {
  provider: CUSTOM_PROVIDER,
  baseUrl: '',
  model: '',
  apiKey: null,
  enableLlmSast: false,
  enableLlmSecrets: false,
  vulnDbUrl: '',
  // Names of packages are told to nobody who was not asked for.
  vulnDbMode: 'offline',
}

/**
 * The settings after a change. A key that is blank or masked is kept, null takes it away. docs/spec/appsec.md §2 "Model settings".
 * @throws {Failure} `invalid_request` where a key would be kept that was given for another address, or a mirror has none
 */
export function changedSettings(
  stored: ModelSettingsRow,
  change: ModelSettingsBody,
  organizationId: string,
  keys: KeyRing,
): ModelSettingsRow {
  const { apiKey, baseUrl, ...rest } = change
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const next: ModelSettingsRow = { ...stored, ...said }
  // The address of a provider that was chosen before is not that of the one chosen now.
  const isOther = next.provider !== stored.provider && baseUrl === undefined
  const given = isOther ? '' : (baseUrl ?? stored.baseUrl)
  const address = given === '' ? (MODEL_PRESETS[next.provider] ?? '') : given
  const kept = isSameAddress(address, stored.baseUrl) ? stored.apiKey : null
  const after = keyAfter(kept, apiKey, organizationId, keys)
  // Who may write but not read a key could have it sent to an address of their own.
  if (after === null && stored.apiKey !== null && apiKey !== null) throw mustSendKey()
  if (next.vulnDbMode === 'mirror' && next.vulnDbUrl === '') throw mustNameMirror()
  return { ...next, baseUrl: address, apiKey: after }
}

// Paths count: on some hosts they say whose the endpoint is.
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\/$/, ''))
  return a === b
}

function mustSendKey(): Failure {
  const message = 'The URL of the model changed. Send its key again, or null to delete it.'
  return refused('apiKey', message, 'secret_not_kept')
}

function mustNameMirror(): Failure {
  const message = 'vulnDbMode "mirror" needs vulnDbUrl, the address of the mirror.'
  return refused('vulnDbUrl', message, 'missing')
}

function refused(field: string, message: string, type: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body', field], message, type }] })
}

/**
 * The key of an organization's model.
 * @throws {Failure} `unavailable` when the master key that sealed it is not given
 */
export function modelKeyOf(
  { apiKey }: Pick<ModelSettingsRow, 'apiKey'>,
  organizationId: string,
  keys: KeyRing,
): Secret | undefined {
  return apiKey === null ? undefined : openFor(PURPOSE, rowOf(organizationId), apiKey, keys)
}

function keyAfter(
  stored: Buffer | null,
  sent: string | null | undefined,
  organizationId: string,
  keys: KeyRing,
): Buffer | null {
  if (sent === null) return null
  const key = sent?.trim() ?? ''
  return key === '' || key === MASK ? stored : sealFor(PURPOSE, rowOf(organizationId), new Secret(key), keys)
}

function rowOf(organizationId: string) {
  return { organizationId, id: organizationId }
}
