import { paginationOf } from '@gatehouse/contracts/appsec'
import type { FindingStatus } from '@gatehouse/contracts/scans'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import {
  addComment,
  findAssignee,
  type FindingCommentRow,
  type FindingPlan,
  listComments,
} from '@gatehouse/store/finding-management'
import { triage } from '@gatehouse/store/findings'
import { memberEntry } from '../audited.ts'
import type { AppsecHandler, AppsecPorts } from '../routes/handler.ts'
import { shownFindings } from '../scans/shown.ts'
import { ownFinding } from './own-finding.ts'

/** Own limit of due dates and risk acceptances. */
const YEARS_MAX = 10
const YEAR_MS = 366 * 86_400_000

export const changeFinding: AppsecHandler<'changeFinding'> =
  (ports) =>
  async ({ params: { findingId }, body, context }) => {
    const { store, audit } = ports
    const before = await ownFinding(findingId, ports, context)
    const status = body.status ?? before.status
    const plan = await planOf(body, status, ports, context)
    if (before.isGap && [plan.assigneeId, plan.dueAt, plan.acceptedUntil].some((value) => value !== undefined)) {
      throw new Failure('conflict', 'A coverage gap has no assignee, due date or risk acceptance.')
    }
    await triage(store, before.organizationId, [before.id], status, body.statusNote, plan)
    const { assigneeId, dueAt, acceptedUntil } = plan
    const changed = { assigneeId, dueAt: dueAt?.toISOString(), acceptedUntil: acceptedUntil?.toISOString() }
    const details = { from: before.status, to: status, fingerprint: before.fingerprint, ...changed }
    await audit.append(
      memberEntry({ action: 'finding.triaged', resource: 'finding', resourceId: before.id, details }, context),
    )
    return (await shownFindings([await ownFinding(findingId, ports, context)], store))[0]!
  }

type PlanBody = Readonly<Partial<Record<'assigneeId' | 'dueAt' | 'acceptedUntil', string | null | undefined>>>

/** Returns the changes beside the status. @throws {Failure} `invalid_request` */
export async function planOf(
  body: PlanBody,
  status: FindingStatus,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<FindingPlan> {
  const { organizationId, email } = memberOf(context)
  if (body.acceptedUntil !== undefined && status !== 'ACCEPTED_RISK') {
    throw refused('acceptedUntil', 'acceptedUntil requires the status ACCEPTED_RISK')
  }
  return {
    assigneeId: await assigneeOf(body.assigneeId, organizationId, ports),
    dueAt: timeOf('dueAt', body.dueAt, ports),
    acceptedUntil: timeOf('acceptedUntil', body.acceptedUntil, ports),
    by: email,
  }
}

async function assigneeOf(
  id: string | null | undefined,
  organizationId: string,
  { store }: AppsecPorts,
): Promise<string | null | undefined> {
  if (id === undefined || id === null) return id
  const assignee = await findAssignee(store, organizationId, id)
  if (assignee === undefined) throw refused('assigneeId', 'assigneeId must be the ID of an active member')
  return assignee
}

function timeOf(
  field: 'dueAt' | 'acceptedUntil',
  text: string | null | undefined,
  { clock }: AppsecPorts,
): Date | null | undefined {
  if (text === undefined || text === null) return text
  const time = new Date(text)
  if (field === 'acceptedUntil' && time.getTime() <= clock.now()) throw refused(field, `${field} must be in the future`)
  if (Math.abs(time.getTime() - clock.now()) > YEARS_MAX * YEAR_MS) {
    throw refused(field, `${field} must be within ${YEARS_MAX} years`)
  }
  return time
}

function refused(field: string, message: string): Failure {
  return new Failure('invalid_request', `${message}.`, {
    violations: [{ path: ['body', field], message, type: 'invalid_value' }],
  })
}

export const listFindingComments: AppsecHandler<'listFindingComments'> =
  (ports) =>
  async ({ params: { findingId }, query, context }) => {
    const finding = await ownFinding(findingId, ports, context)
    const { comments, total } = await listComments(ports.store, finding, query)
    return { comments: comments.map(shownComment), pagination: paginationOf(query, total) }
  }

export const addFindingComment: AppsecHandler<'addFindingComment'> =
  (ports) =>
  async ({ params: { findingId }, body: { text: content }, context }) => {
    const { store, audit, clock } = ports
    const finding = await ownFinding(findingId, ports, context)
    const { userId: authorId, email: authorEmail } = memberOf(context)
    const comment = await addComment(store, finding, { content, authorId, authorEmail, now: new Date(clock.now()) })
    const details = { commentId: comment.id, fingerprint: finding.fingerprint }
    await audit.append(
      memberEntry({ action: 'finding.commented', resource: 'finding', resourceId: finding.id, details }, context),
    )
    return { comment: shownComment(comment) }
  }

function shownComment({ id, content, authorId, authorEmail, createdAt }: FindingCommentRow) {
  return { id, text: content, author: { id: authorId, email: authorEmail }, createdAt: createdAt.toISOString() }
}
