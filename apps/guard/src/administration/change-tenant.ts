import { TenantFields } from '@gatehouse/contracts'
import { Failure, type Violation } from '@gatehouse/kernel'
import type { TenantChange, TenantRecord } from '@gatehouse/store'
import type { Registry } from '@gatehouse/guards'
import type { Policies } from '../policies.ts'
import { merged } from './merge.ts'
import { checkPolicies, policyPart, withStoredSecrets } from './policy-document.ts'

/** Under these names null is a value: unlimited. */
const QUOTA_NAMES: ReadonlySet<string> = new Set(['requests_per_minute', 'requests_per_day', 'tokens_per_day'])

/** Bytes of a tenant's configuration as JSON: what every instance holds in memory for every active tenant. */
export const CONFIG_BYTES_MAX = 1024 * 1024

/**
 * What a patch makes of a tenant: objects merge deeply, arrays are replaced. docs/spec/guard.md "Details".
 * @throws {Failure} `invalid_request` when the result would not be a tenant
 */
export function patchedTenant(
  record: TenantRecord,
  patch: Readonly<Record<string, unknown>>,
  policies: Policies,
  registry: Registry,
): TenantChange {
  const whole = { name: record.name, plan: record.plan, quota: record.quota, ...record.config }
  const fields = parsedFields(merged(whole, patch, QUOTA_NAMES))
  const { name, plan, quota, ...config } = fields
  const before = policyPart(record.config)
  const after = withStoredSecrets(policyPart(config), before, registry)
  const policiesChanged = JSON.stringify(after) !== JSON.stringify(before)
  if (policiesChanged) checkPolicies(after, policies)
  return {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    quota: quota ?? {},
    config: boundedConfig({ ...config, ...after }),
    ...(policiesChanged ? { policies: after } : {}),
  }
}

/** @throws {Failure} `invalid_request` naming each place that is wrong */
export function parsedFields(value: unknown): TenantFields {
  const parsed = TenantFields.safeParse(value)
  if (parsed.success) return parsed.data
  const violations = parsed.error.issues.map(({ path, message, code }): Violation => ({
    path: ['body', ...path.map(String)],
    message,
    type: code,
  }))
  throw new Failure('invalid_request', 'The tenant would not be valid.', { violations })
}

/** @throws {Failure} `invalid_request` when it is too large to be kept in memory for every active tenant */
export function boundedConfig<Config extends object>(config: Config): Config {
  const bytes = Buffer.byteLength(JSON.stringify(config))
  if (bytes <= CONFIG_BYTES_MAX) return config
  const message = `the configuration is ${bytes} bytes long; at most ${CONFIG_BYTES_MAX} are kept`
  throw new Failure('invalid_request', message, { violations: [{ path: ['body'], message, type: 'too_long' }] })
}
