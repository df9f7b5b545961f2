import { CUSTOM_PROVIDER, MODEL_PRESETS, type ModelSettingsBody } from '@gatehouse/contracts/appsec'
import { Failure, MASK, Secret } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { ModelSettingsRow } from '@gatehouse/store/organizations'
import { openFor, sealFor } from './sealed.ts'

const PURPOSE = 'organization_model_key'

/** Default settings of an organization. */
export const MODEL_SETTINGS_DEFAULT: ModelSettingsRow = {
  provider: CUSTOM_PROVIDER,
  baseUrl: '',
  model: '',
  apiKey: null,
  enableLlmSast: false,
  enableLlmSecrets: false,
  vulnDbUrl: '',
  // Package names are not sent to other services without consent.
  vulnDbMode: 'offline',
}

/**
 * Returns the changed settings. A blank or masked key is kept, null removes it. docs/spec/appsec.md §2 "Model settings".
 * @throws {Failure} `invalid_request` if a key would be kept for another address, or a mirror has no address
 */
export function changedSettings(
  stored: ModelSettingsRow,
  change: ModelSettingsBody,
  organizationId: string,
  keys: KeyRing,
): ModelSettingsRow {
  const { apiKey, baseUrl, ...rest } = change
  const result = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const next: ModelSettingsRow = { ...stored, ...result }
  // The address of the previous provider does not apply to the new one.
  const isOther = next.provider !== stored.provider && baseUrl === undefined
  const text = isOther ? '' : (baseUrl ?? stored.baseUrl)
  const address = text === '' ? (MODEL_PRESETS[next.provider] ?? '') : text
  const entry = isSameAddress(address, stored.baseUrl) ? stored.apiKey : null
  const after = keyAfter(entry, apiKey, organizationId, keys)
  // Otherwise users who can write but not read a key could have it sent to their own address.
  if (after === null && stored.apiKey !== null && apiKey !== null) throw mustSendKey()
  if (next.vulnDbMode === 'mirror' && next.vulnDbUrl === '') throw mustNameMirror()
  return { ...next, baseUrl: address, apiKey: after }
}

// On some hosts the path identifies the owner of the endpoint.
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\/$/, ''))
  return a === b
}

function mustSendKey(): Failure {
  const message = 'The URL of the model changed. Send its key again, or null to delete the key.'
  return refused('apiKey', message, 'secret_not_kept')
}

function mustNameMirror(): Failure {
  const message = 'vulnDbMode "mirror" requires vulnDbUrl, the URL of the mirror.'
  return refused('vulnDbUrl', message, 'missing')
}

function refused(field: string, message: string, type: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body', field], message, type }] })
}

/**
 * Returns the key of an organization's model.
 * @throws {Failure} `unavailable` if its master key is missing
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
