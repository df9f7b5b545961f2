import { join } from 'node:path'
import type { Frequency } from '@gatehouse/contracts/appsec'
import type { Logger } from '@gatehouse/http'
import { type Clock, messageOf, uuidv7 } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import { type DueSchedule, forgetOldInboundDeliveries, takeDueSchedule } from '@gatehouse/store/projects'
import type { NewScan, ScanQuota } from '@gatehouse/store/scans'
import { type AppsecAction, chainOf } from '../audited.ts'
import { dropUnusedCopies } from '../advisories/unused-copies.ts'
import { reopenExpiredAcceptances } from './expired-acceptances.ts'
import { dropLostSources, dropOldSources } from '../scans/retention.ts'
import { nextRun } from '../schedules/next-run.ts'
import { isSvn, UPLOADS } from '../scans/source-files.ts'
import { removeLostWorkspaces, WORKSPACES } from './workspaces.ts'

/** Schedules have a resolution of one minute. */
const LOOK_MS = 20_000
/** Own limit of the cleanup interval: old uploads, copies of advisories, leftovers of killed workers. */
const CLEAN_MS = 60 * 60_000
/** Own limit: replays of older webhook deliveries queue a scan again. Git hosts repeat deliveries for at most three days. */
const REPLAY_MS = 30 * 86_400_000
/** Own limit of schedules per run, so that a process that resumes after a week can also do other work. */
const DUE_MAX = 200

interface Ports {
  readonly store: Store
  readonly audit: AuditLog
  readonly clock: Clock
  readonly logger: Logger
  readonly dataDir: string
  readonly room: ScanQuota
  readonly wake: () => void
}

/**
 * Queues the scans of all due schedules. Several missed runs cause one scan. Projects without a repository are skipped.
 * @returns the number of due schedules
 */
export async function runDueSchedules(ports: Omit<Ports, 'dataDir' | 'logger'>): Promise<number> {
  const { store, clock, room, wake } = ports
  const now = new Date(clock.now())
  let due = 0
  for (; due < DUE_MAX; due += 1) {
    const claimedSchedule = await takeDueSchedule(store, now, (dueSchedule) => nextOf(dueSchedule, now), scanOf, room)
    if (claimedSchedule === undefined) break
    const { queued, refused } = claimedSchedule
    if (refused !== undefined) await note(refused.scan, 'scan.refused', { why: refused.why }, ports)
    if (queued === undefined) continue
    await note(queued, 'scan.queued', {}, ports)
    wake()
  }
  return due
}

async function note(
  { organizationId, id, scanType }: NewScan,
  action: AppsecAction,
  more: object,
  { audit }: Pick<Ports, 'audit'>,
): Promise<void> {
  await audit.append({
    tenant_id: chainOf(organizationId),
    actor: 'schedule',
    action,
    request_id: id,
    details: {
      resource: 'scan',
      resourceId: id,
      email: 'schedule',
      details: { scanType, trigger: 'schedule', ...more },
    },
  })
}

/** Periodically checks for due schedules and old uploads until closed. */
export function startScheduleRunner(ports: Ports): { close(): Promise<void> } {
  let cleaned_at = Number.NEGATIVE_INFINITY
  let running = Promise.resolve()
  const look = async (): Promise<void> => {
    try {
      await runDueSchedules(ports)
      await reopenExpiredAcceptances(ports)
      const now = ports.clock.now()
      if (now - cleaned_at < CLEAN_MS) return
      cleaned_at = now
      await clean(ports, now)
    } catch (error) {
      ports.logger.warn({ error: messageOf(error) }, 'schedule check failed')
    }
  }
  const timer = setInterval(() => {
    running = running.then(look)
  }, LOOK_MS)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** Runs all cleanups, even if one fails. */
async function clean(ports: Ports, now: number): Promise<void> {
  const done = await Promise.allSettled([
    dropOldSources(ports, new Date(now)),
    dropLostSources(ports, join(ports.dataDir, UPLOADS), now),
    removeLostWorkspaces(join(ports.dataDir, WORKSPACES), now),
    dropUnusedCopies(ports, now),
    forgetOldInboundDeliveries(ports.store, new Date(now - REPLAY_MS)),
  ])
  for (const item of done) {
    if (item.status === 'rejected') {
      ports.logger.warn({ error: messageOf(item.reason) }, 'deleting expired data failed')
    }
  }
}

function nextOf({ frequency, cronExpr, timezone }: DueSchedule, now: Date): Date | null {
  return nextRun({ frequency: frequency as Frequency, cronExpr, timezone }, now)
}

function scanOf({
  organizationId,
  projectId,
  repoUrl,
  defaultBranch,
  branch,
  scanType,
}: DueSchedule): NewScan | undefined {
  if (repoUrl === null) return undefined
  const scan = { id: uuidv7(), organizationId, projectId, scanType, sourceRef: repoUrl, triggeredBy: 'schedule' }
  if (isSvn(repoUrl)) return { ...scan, sourceType: 'SVN_CHECKOUT', source: { kind: 'svn', url: repoUrl } }
  return {
    ...scan,
    sourceType: 'GIT_CLONE',
    source: { kind: 'git', url: repoUrl, branch: branch ?? defaultBranch, atHead: true },
    branch: branch ?? defaultBranch,
  }
}
