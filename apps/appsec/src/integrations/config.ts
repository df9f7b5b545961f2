import { INTEGRATION_EVENTS, type IntegrationConfig, type IntegrationKind } from '@gatehouse/contracts/appsec'
import { Failure, MASK, Secret } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { IntegrationFields, IntegrationRow } from '@gatehouse/store/integrations'
import { checkSavedAddress, WEB_SCHEMES } from '../saved-address.ts'
import { openFor, sealFor } from '../settings/sealed.ts'

const PURPOSE = 'integration_secrets'

/** Secret settings of a chat integration. */
export interface ChatSecrets {
  readonly webhookUrl: string
}

/** @throws {Failure} `not_implemented` for kinds without a sender, `invalid_request` for a denied address */
export async function checkConfig(kind: IntegrationKind, { webhookUrl }: IntegrationConfig, egress: Egress) {
  if (kind !== 'CHAT') {
    throw new Failure('not_implemented', `This version does not support ${kind} integrations; CHAT is supported.`)
  }
  if (isKept(webhookUrl)) return
  await checkSavedAddress(webhookUrl, { field: 'webhookUrl', schemes: WEB_SCHEMES }, egress)
}

/**
 * Returns the settings to store. A blank or masked webhook URL is kept.
 * @throws {Failure} `invalid_request` if there is no URL to keep
 */
export function chatFields(
  { name, enabled, config }: { readonly name: string; readonly enabled: boolean; readonly config: IntegrationConfig },
  where: { readonly organizationId: string; readonly id: string },
  stored: Pick<IntegrationRow, 'secrets'> | undefined,
  keys: KeyRing,
): IntegrationFields {
  const { webhookUrl, channel, format, notifyOn } = config
  const secrets = isKept(webhookUrl)
    ? stored?.secrets
    : sealFor(PURPOSE, where, new Secret(JSON.stringify({ webhookUrl })), keys)
  if (secrets === undefined || secrets === null) throw mustSendUrl()
  const events = notifyOn ?? [...INTEGRATION_EVENTS]
  const shown = { ...(channel === undefined ? {} : { channel }), ...(format === undefined ? {} : { format }) }
  return { name, enabled, secrets, events, config: { ...shown, notifyOn: events } }
}

/** @throws {Failure} `unavailable` if the master key is missing */
export function secretsOf(row: Pick<IntegrationRow, 'id' | 'organizationId' | 'secrets'>, keys: KeyRing): ChatSecrets {
  if (row.secrets === null) throw new Failure('unavailable', 'The integration has no webhook URL.')
  // Only this module writes these objects.
  return JSON.parse(openFor(PURPOSE, row, row.secrets, keys).reveal()) as ChatSecrets
}

export function isKept(secret: string | undefined): boolean {
  return secret === undefined || secret.trim() === '' || secret === MASK
}

export function mustSendUrl(): Failure {
  const message = 'CHAT requires config.webhookUrl.'
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', 'config', 'webhookUrl'], message, type: 'missing' }],
  })
}
