import type { Handlers } from '@gatehouse/contracts'
import { paginationOf } from '@gatehouse/contracts/appsec'
import type { Suppression, suppressionEndpoints } from '@gatehouse/contracts/scans'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { decideSuppression, listSuppressions, type SuppressionRow } from '@gatehouse/store/projects'
import { memberEntry } from '../audited.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecPorts } from './handler.ts'

const ACTIONS = {
  ACCEPTED: 'suppression.accepted',
  REJECTED: 'suppression.rejected',
  PENDING: 'suppression.reopened',
} as const

/** Handlers of a project's source suppressions and their approval. */
export function suppressionHandlers(ports: AppsecPorts): Handlers<typeof suppressionEndpoints, RequestContext> {
  const { store, audit } = ports
  return {
    async listSuppressions({ params: { projectId }, query, context }) {
      const { id } = await ownProject(projectId, ports, context)
      const { suppressions, total } = await listSuppressions(store, id, query)
      return { suppressions: suppressions.map(shown), pagination: paginationOf(query, total) }
    },
    async decideSuppression({ params: { projectId, suppressionId }, body: { status, note }, context }) {
      const { id } = await ownProject(projectId, ports, context)
      const decision = status === 'PENDING' ? null : status
      const by = memberOf(context).email
      const row = await decideSuppression(store, id, suppressionId, { decision, note: note ?? null, by })
      if (row === undefined) throw new Failure('not_found', 'Suppression not found in this project.')
      const { kind, marker, filePath, ruleId } = row
      const details = { projectId: id, kind, marker, filePath, ruleId, note: row.note }
      const event = { action: ACTIONS[status], resource: 'suppression', resourceId: row.id, details } as const
      await audit.append(memberEntry(event, context))
      return { suppression: shown(row) }
    },
  }
}

function shown({
  key,
  onBase,
  decision,
  decidedAt,
  firstSeenAt,
  organizationId: _of,
  ...row
}: SuppressionRow): Suppression {
  return {
    ...row,
    fingerprint: key,
    status: decision ?? 'PENDING',
    onBaseBranch: onBase,
    counts: decision === 'ACCEPTED' || (onBase && decision === null),
    decidedAt: decidedAt?.toISOString() ?? null,
    firstSeenAt: firstSeenAt.toISOString(),
  }
}
