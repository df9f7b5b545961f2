import { SECRET_FORMATS, type SecretFormat } from '@gatehouse/formats/credentials'
import { ADVICE } from '../advice.gen.ts'
import type { SecretRule } from './rule.ts'

/**
 * Formats of public identifiers: client ids and keys for web pages. The scanner does not report them, but a guard may block them in
 * outputs.
 */
export const PUBLIC_FORMATS: ReadonlySet<string> = new Set([
  'adobe_client_id',
  'asana_client_id',
  'bitbucket_client_id',
  'discord_client_id',
  'discord_key',
  'flutterwave_public_key',
  'linkedin_client_id',
  'lob_publishable_key',
  'looker_client_id',
  'mailgun_public_key',
  'mapbox_named_token',
  'messagebird_client_id',
  'newrelic_api_id',
  'plaid_client_id',
  'sendbird_application_id',
  'sumologic_access_id',
  'twitter_key',
])

/** One rule for each format of a secret. */
export const VENDOR_RULES: readonly SecretRule[] = SECRET_FORMATS.filter(({ id }) => !PUBLIC_FORMATS.has(id)).map(
  ruleOf,
)

/** @throws {RangeError} for a vendor of the formats without advice */
function ruleOf(format: SecretFormat): SecretRule {
  const advice = ADVICE[format.vendor]
  if (advice === undefined) throw new RangeError(`No file of advice speaks of the vendor "${format.vendor}".`)
  const own = advice.kinds?.[format.id]
  return {
    id: `secrets/${format.id.replaceAll('_', '-')}`,
    vendor: format.vendor,
    title: own?.title ?? `${format.vendor}: ${format.what}`,
    grants: own?.grants ?? advice.grants,
    revoke: own?.revoke ?? advice.revoke,
    severity: own?.severity ?? advice.severity,
    cwe: 'CWE-798',
    family: format.vendor
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
    format,
  }
}
