import { CUSTOM_PROVIDER, MODEL_PRESETS, type ModelSettingsBody } from '@gatehouse/contracts'
import { type KeyRing, MASK, Secret } from '@gatehouse/kernel'
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
 * The settings after a change. A key that is blank or masked is kept, null takes it away. Document 2 §2 "Model settings".
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
  return {
    ...next,
    baseUrl: given === '' ? (MODEL_PRESETS[next.provider] ?? '') : given,
    apiKey: keyAfter(stored.apiKey, apiKey, organizationId, keys),
  }
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
