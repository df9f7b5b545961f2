import type { PolicyView } from '@gatehouse/contracts/guard'
import type { RequestContext } from '@gatehouse/http'
import { differences, Failure } from '@gatehouse/kernel'
import {
  changeTenant,
  listCustomPolicies,
  listPolicyVersions as listVersions,
  type PolicyVersion,
  readPolicyVersion as readVersion,
} from '@gatehouse/store/tenants'
import { actorOf, changeEntry, type ConfigurationAction } from '../../administration/audited.ts'
import { boundedConfig } from '../../administration/change-tenant.ts'
import {
  checkPolicies,
  policyPart,
  type PolicyPart,
  policyView,
  withStoredSecrets,
} from '../../administration/policy-document.ts'
import { auditedBy } from '../../audit/actor.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'
import { customPolicyView } from './custom-policies.ts'
import { ownRecord } from './own.ts'

/** Returns the author of a version, in the terms of the audit log. */
function creatorOf(tenantId: string, createdBy: string): { readonly created_by: string; readonly key_id?: string } {
  const { actor, ...key } = auditedBy(tenantId, createdBy)
  return { created_by: actor, ...key }
}

export const readPolicies: GuardHandler<'readPolicies'> =
  ({ store, registry }) =>
  async ({ context }) => {
    const { id, policyVersion, config } = await ownRecord(store, context.tenantId)
    const custom = await listCustomPolicies(store, id)
    return {
      ...policyView(id, policyVersion, policyPart(config), registry),
      custom_policies: custom.map(customPolicyView),
    }
  }

export const replacePolicies: GuardHandler<'replacePolicies'> =
  (ports) =>
  ({ body, context }) =>
    write('policy.update', context, ports, (stored) => ({
      mode: body.mode ?? stored.mode,
      input_guardrails: body.input_guardrails,
      output_guardrails: body.output_guardrails,
      // A client without support for the third stage must not disable it.
      agentic_guardrails: body.agentic_guardrails ?? stored.agentic_guardrails,
    }))

export const listPolicyVersions: GuardHandler<'listPolicyVersions'> =
  ({ store }) =>
  async ({ query: { limit }, context }) => {
    const { policyVersion } = await ownRecord(store, context.tenantId)
    const versions = await listVersions(store, context.tenantId, limit)
    return {
      tenant_id: context.tenantId,
      current: policyVersion,
      versions: versions.map(({ version, createdAt, createdBy }) => ({
        version,
        created_at: createdAt.toISOString(),
        ...creatorOf(context.tenantId, createdBy),
      })),
    }
  }

export const readPolicyVersion: GuardHandler<'readPolicyVersion'> =
  (ports) =>
  async ({ params: { version }, context }) => {
    const found = await existingVersion(version, context, ports)
    return {
      ...policyView(context.tenantId, version, policyPart(found.policies), ports.registry),
      created_at: found.createdAt.toISOString(),
      ...creatorOf(context.tenantId, found.createdBy),
    }
  }

export const restorePolicyVersion: GuardHandler<'restorePolicyVersion'> =
  (ports) =>
  async ({ params: { version }, context }) => {
    const { policies } = await existingVersion(version, context, ports)
    return write('policy.restore', context, ports, () => policyPart(policies), { restored: version })
  }

export const diffPolicies: GuardHandler<'diffPolicies'> =
  (ports) =>
  async ({ query: { from, to }, context }) => {
    const shown = async (version: number): Promise<PolicyView> => {
      // Before the first write, only defaults applied.
      const policies = version === 0 ? {} : (await existingVersion(version, context, ports)).policies
      return policyView(context.tenantId, 0, policyPart(policies), ports.registry)
    }
    return { tenant_id: context.tenantId, from, to, changes: differences(await shown(from), await shown(to)) }
  }

/** Activates policies as a new version. */
async function write(
  action: ConfigurationAction,
  context: RequestContext,
  { store, audit, policies, registry }: GuardPorts,
  make: (stored: PolicyPart) => PolicyPart,
  details: Readonly<Record<string, unknown>> = {},
): Promise<PolicyView> {
  const record = await changeTenant(store, context.tenantId, actorOf(context), ({ config }) => {
    const stored = policyPart(config)
    const part = withStoredSecrets(make(stored), stored, registry)
    checkPolicies(part, policies)
    return { config: boundedConfig({ ...config, ...part }), policies: part }
  })
  if (record === undefined) throw new Failure('not_found', `Tenant "${context.tenantId}" not found.`)
  await audit.append(changeEntry(action, record.id, context, { version: record.policyVersion, ...details }))
  return policyView(record.id, record.policyVersion, policyPart(record.config), registry)
}

/** @throws {Failure} `not_found` */
async function existingVersion(
  version: number,
  context: RequestContext,
  { store }: GuardPorts,
): Promise<PolicyVersion> {
  const found = await readVersion(store, context.tenantId, version)
  if (found === undefined) throw new Failure('not_found', `Policy version ${version} not found.`)
  return found
}
