import { TenantFields } from '@gatehouse/contracts/guard'
import { canonicalGuardName } from '@gatehouse/contracts/policies'
import { Failure, type Violation } from '@gatehouse/kernel'
import type { TenantChange, TenantRecord } from '@gatehouse/store/tenants'
import type { Registry } from '@gatehouse/guards'
import type { Policies } from '@gatehouse/screening'
import { isObject, merged } from './merge.ts'
import { checkPolicies, policyPart, withStoredSecrets } from './policy-document.ts'

/** For these fields null is a value: unlimited. */
const QUOTA_NAMES: ReadonlySet<string> = new Set(['requests_per_minute', 'requests_per_day', 'tokens_per_day'])

/** Maximum size of a tenant's configuration as JSON: every instance keeps the configuration of every active tenant in memory. */
export const CONFIG_BYTES_MAX = 1024 * 1024

/**
 * Applies a patch to a tenant: objects merge deeply, arrays are replaced. docs/spec/guard.md "Details".
 * @throws {Failure} `invalid_request` if the result is not a valid tenant
 */
export function patchedTenant(
  record: TenantRecord,
  patch: Readonly<Record<string, unknown>>,
  policies: Policies,
  registry: Registry,
): TenantChange {
  const whole = { name: record.name, plan: record.plan, quota: record.quota, ...record.config }
  const fields = parsedFields(merged(whole, withStoredSpellings(patch, record.config), QUOTA_NAMES))
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

/** Fields of a tenant that contain guards by name. */
const BLOCKS = ['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const

/** Returns a patch with the stored spellings of guards, so that it changes an existing entry instead of adding a second one. */
function withStoredSpellings(
  patch: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const blocks = BLOCKS.flatMap((name) => {
    const [block, before] = [patch[name], stored[name]]
    if (!isObject(block) || !isObject(before)) return []
    const spellings = new Map(Object.keys(before).map((spelling) => [canonicalGuardName(spelling), spelling]))
    const names = Object.keys(block)
    // The schema rejects two spellings of one guard in a patch.
    if (new Set(names.map(canonicalGuardName)).size < names.length) return []
    const renamed = Object.entries(block).map(([spelling, entry]) => {
      const known = Object.hasOwn(before, spelling) ? spelling : spellings.get(canonicalGuardName(spelling))
      return [known ?? spelling, entry] as const
    })
    return [[name, Object.fromEntries(renamed)] as const]
  })
  return { ...patch, ...Object.fromEntries(blocks) }
}

/** @throws {Failure} `invalid_request` that names each invalid path */
export function parsedFields(value: unknown): TenantFields {
  const parsed = TenantFields.safeParse(value)
  if (parsed.success) return parsed.data
  const violations = parsed.error.issues.map((issue): Violation => ({
    path: ['body', ...issue.path.map(String)],
    message: issue.message,
    type: issue.code === 'custom' ? String(issue.params?.['type'] ?? issue.code) : issue.code,
  }))
  throw new Failure('invalid_request', 'The resulting tenant configuration is invalid.', { violations })
}

/** @throws {Failure} `invalid_request` if the configuration is too large */
export function boundedConfig<Config extends object>(config: Config): Config {
  const bytes = Buffer.byteLength(JSON.stringify(config))
  if (bytes <= CONFIG_BYTES_MAX) return config
  const message = `the configuration has ${bytes} bytes; the maximum is ${CONFIG_BYTES_MAX}`
  throw new Failure('invalid_request', message, { violations: [{ path: ['body'], message, type: 'too_long' }] })
}
