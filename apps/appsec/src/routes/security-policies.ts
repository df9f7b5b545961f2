import type { Handlers } from '@gatehouse/contracts'
import type { SecurityPolicy, securityPolicyEndpoints } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { owned } from '@gatehouse/store/organizations'
import {
  changeSecurityPolicy,
  deleteSecurityPolicy,
  findSecurityPolicy,
  insertSecurityPolicy,
  listSecurityPolicies,
  type SecurityPolicyRow,
} from '@gatehouse/store/projects'
import { type AppsecAction, memberEntry } from '../audited.ts'
import type { AppsecPorts } from './handler.ts'

/** Defaults for policies with only a rule. */
const DEFAULTS = { description: '', severity: 'MEDIUM', category: 'general', enabled: true } as const

/** Handlers of security policies: natural-language rules for scanners. */
export function securityPolicyHandlers(ports: AppsecPorts): Handlers<typeof securityPolicyEndpoints, RequestContext> {
  const { store, audit } = ports
  const note = (action: AppsecAction, { id, name }: SecurityPolicyRow, context: RequestContext) =>
    audit.append(memberEntry({ action, resource: 'policy', resourceId: id, details: { name } }, context))
  const own = async (id: string, context: RequestContext) =>
    owned(await findSecurityPolicy(store, id), memberOf(context).organizationId, 'policy')

  return {
    async listSecurityPolicies({ context }) {
      const rows = await listSecurityPolicies(store, memberOf(context).organizationId)
      return { policies: rows.map(shown) }
    },
    async createSecurityPolicy({ body, context }) {
      const { name, rule, description, severity, category, enabled } = body
      const row = await insertSecurityPolicy(store, memberOf(context).organizationId, {
        name,
        rule,
        description: description ?? DEFAULTS.description,
        severity: severity ?? DEFAULTS.severity,
        category: category ?? DEFAULTS.category,
        enabled: enabled ?? DEFAULTS.enabled,
      })
      await note('policy.created', row, context)
      return { policy: shown(row) }
    },
    async changeSecurityPolicy({ params: { policyId }, body, context }) {
      const { id, organizationId } = await own(policyId, context)
      const row = await changeSecurityPolicy(store, organizationId, id, body)
      if (row === undefined) throw new Failure('not_found', 'Policy not found.')
      await note('policy.updated', row, context)
      return { policy: shown(row) }
    },
    async deleteSecurityPolicy({ params: { policyId }, context }) {
      const row = await own(policyId, context)
      await deleteSecurityPolicy(store, row.organizationId, row.id)
      await note('policy.deleted', row, context)
    },
  }
}

function shown(row: SecurityPolicyRow): SecurityPolicy {
  const { id, name, description, rule, severity, category, enabled } = row
  const [createdAt, updatedAt] = [row.createdAt.toISOString(), row.updatedAt.toISOString()]
  return { id, name, description, rule, severity, category, enabled, createdAt, updatedAt }
}
