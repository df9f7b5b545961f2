import type { IgnoredReason, WebhookProvider } from '@gatehouse/contracts/hosts'
import type { RequestContext } from '@gatehouse/http'
import { uuidv7 } from '@gatehouse/kernel'
import { findInboundDelivery, noteInboundDelivery, type WebhookProject } from '@gatehouse/store/projects'
import { insertScanWithin, type NewScan } from '@gatehouse/store/scans'
import { chainOf } from '../audited.ts'
import type { AppsecPorts } from '../routes/handler.ts'
import { changesPaths } from './changed-paths.ts'
import { branchOf, type PullRequestEvent, type PushEvent } from './host-event.ts'

/** Verified event for a project that its secret authenticated. */
interface ProjectEvent {
  readonly provider: WebhookProvider
  readonly project: WebhookProject
  readonly event: PullRequestEvent | PushEvent
  /** Identifies the delivery. */
  readonly key: string
}

interface Ignored {
  readonly reason: IgnoredReason
  /** Scan of the first delivery. */
  readonly scanId?: string
}

export type Outcome = { readonly queued: string } | Ignored

/** A concurrent request queued the scan of the same delivery. */
class Replayed extends Error {
  readonly key: string
  constructor(key: string) {
    super('the delivery was replayed')
    this.key = key
  }
}

/** Queues the scan of an event, unless its delivery is a replay. @throws {Failure} `quota_exceeded`, `not_found`, `not_implemented` */
export async function queueEventScan(
  { provider, project, event, key }: ProjectEvent,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<Outcome> {
  const scan = event.trigger === 'push' ? pushScan(event, project, ports) : pullRequestScan(event, project)
  if ('reason' in scan) return scan
  if (!(await changesPaths(event, project, ports, context))) return { reason: 'paths_unchanged' }
  ports.scanners.check(scan.scanType)
  const { organizationId, id: projectId } = project
  const head = event.trigger === 'push' ? undefined : headKey(provider, event)
  const isNewRequired = event.trigger === 'pull_request' && event.maybeOldHead
  const of = { organizationId, projectId, scanId: scan.id }
  const ignored = async (repeated: string): Promise<Ignored | undefined> => {
    const earlier = await findInboundDelivery(ports.store, { ...of, key: repeated })
    if (earlier === undefined) return undefined
    return { reason: repeated === key ? 'duplicate_delivery' : 'no_new_commits', scanId: earlier.scanId }
  }
  const replay = (await ignored(key)) ?? (isNewRequired && head !== undefined ? await ignored(head) : undefined)
  if (replay !== undefined) return replay
  try {
    await insertScanWithin(ports.store, scan, ports.room, async (db) => {
      if (!(await noteInboundDelivery(db, { ...of, key }))) throw new Replayed(key)
      if (head === undefined) return
      const isNew = await noteInboundDelivery(db, { ...of, key: head })
      if (!isNew && isNewRequired) throw new Replayed(head)
    })
  } catch (error) {
    if (error instanceof Replayed) return (await ignored(error.key)) ?? { reason: 'duplicate_delivery' }
    throw error
  }
  await note(scan, { provider, trigger: event.trigger }, ports, context)
  ports.wake()
  return { queued: scan.id }
}

function headKey(provider: WebhookProvider, { number, head, base }: PullRequestEvent): string | undefined {
  if (!('commit' in head)) return undefined
  return `${provider}:pr:${number}:${head.commit}:${'commit' in base ? base.commit : base.branch}`
}

function pushScan(
  { updates }: PushEvent,
  project: WebhookProject,
  { mainBranchScanType }: AppsecPorts,
): NewScan | Ignored {
  const update = updates.find(({ ref }) => ref === `refs/heads/${project.defaultBranch}`)
  if (update === undefined) {
    if (updates.every(({ ref }) => ref.startsWith('refs/tags/'))) return { reason: 'tag' }
    return { reason: updates.every(({ commit }) => commit === null) ? 'branch_deleted' : 'not_default_branch' }
  }
  if (update.commit === null) return { reason: 'branch_deleted' }
  const branch = branchOf(update.ref)
  return {
    ...common(project),
    scanType: mainBranchScanType,
    // The head at the time of the scan: several pushes in a row need one result, and suppressions count only there.
    source: { kind: 'git', url: project.repoUrl, branch, atHead: true },
    branch,
    commitSha: update.commit,
  }
}

function pullRequestScan({ number, branch, head, base }: PullRequestEvent, project: WebhookProject): NewScan {
  const baseBranch = 'branch' in base ? { baseBranch: base.branch } : {}
  return {
    ...common(project),
    scanType: 'INCREMENTAL',
    source: { kind: 'git', url: project.repoUrl, ...head, ...baseBranch },
    branch,
    commitSha: 'commit' in head ? head.commit : null,
    baseSha: 'commit' in base ? base.commit : null,
    prNumber: number,
  }
}

const TRIGGERED_BY = 'webhook'

function common({ id: projectId, organizationId, repoUrl }: WebhookProject) {
  return {
    id: uuidv7(),
    organizationId,
    projectId,
    sourceType: 'WEBHOOK',
    sourceRef: repoUrl,
    triggeredBy: TRIGGERED_BY,
  } as const
}

async function note(
  { organizationId, id, scanType, prNumber }: NewScan,
  details: Readonly<Record<string, string>>,
  { audit }: Pick<AppsecPorts, 'audit'>,
  { requestId, clientAddress }: RequestContext,
): Promise<void> {
  await audit.append({
    tenant_id: chainOf(organizationId),
    actor: TRIGGERED_BY,
    action: 'scan.queued',
    request_id: requestId,
    details: {
      resource: 'scan',
      resourceId: id,
      email: TRIGGERED_BY,
      ipAddress: clientAddress,
      details: { scanType, ...details, ...(typeof prNumber === 'number' ? { prNumber } : {}) },
    },
  })
}
