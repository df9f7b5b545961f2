import type { Logger } from '@gatehouse/http'
import { type Clock, messageOf } from '@gatehouse/kernel'
import type { CallResult, CourierParts } from '@gatehouse/platform'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import { disableHostReports, hostQueue, type HostReportTask } from '@gatehouse/store/projects'
import { findScan } from '@gatehouse/store/scans'
import { chainOf } from '../audited.ts'
import { HostFailure } from './call.ts'
import type { Hosts } from './hosts.ts'
import { repositoryUrl } from './link.ts'
import { reportScan } from './report.ts'

/** Own limit of an attempt, shorter than the lease of a delivery. The next attempt continues. */
const REPORT_MS_MAX = 20_000
const ERROR_CHARS_MAX = 300

interface Parts {
  readonly store: Store
  readonly hosts: Hosts
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Logger
  readonly version: string
  readonly consoleUrl: () => string
}

/** Returns how results of scans are reported to git hosts. */
export function hostCourier(parts: Parts): CourierParts<{ readonly enabled: boolean }> {
  const { store, clock, audit, log } = parts
  return {
    store,
    queue: hostQueue,
    clock,
    log,
    random: Math.random,
    refusal: ({ receiver: { enabled } }) => (enabled ? undefined : 'the reports of the host link are disabled'),
    async send({ id, tenantId, receiverId, body }, signal) {
      const at_ms = clock.now()
      const from = performance.now()
      const done = (rest: Partial<CallResult>): CallResult => ({
        ok: true,
        at_ms,
        duration_ms: Math.round(performance.now() - from),
        status: null,
        error: null,
        snippet: '',
        retryAfter_ms: 0,
        ...rest,
      })
      try {
        // The service itself wrote this object.
        const task = JSON.parse(body) as HostReportTask
        return done({ status: 200, snippet: await report(id, tenantId, receiverId, task, parts, signal) })
      } catch (error) {
        if (!(error instanceof HostFailure)) throw error
        const { status, retryAfter_ms } = error
        // 410 would disable the link, although only the pull request is gone.
        const shown = status === 410 ? 404 : status
        return done({ ok: false, status: shown, error: messageOf(error).slice(0, ERROR_CHARS_MAX), retryAfter_ms })
      }
    },
    async switchOff({ tenantId, receiverId }, reason) {
      if (!(await disableHostReports(store, tenantId, receiverId, reason))) return
      log.warn({ organization_id: tenantId, project_id: receiverId, reason }, 'disabled the reports of a host link')
      await audit.append({
        tenant_id: chainOf(tenantId),
        actor: 'system',
        action: 'host_link.disabled',
        request_id: null,
        details: { resource: 'project', resourceId: receiverId, email: 'system', details: { reason } },
      })
    },
  }
}

async function report(
  deliveryId: string,
  organizationId: string,
  projectId: string,
  task: HostReportTask,
  { store, hosts, clock, version, consoleUrl }: Parts,
  signal: AbortSignal,
): Promise<string> {
  const scan = await findScan(store, task.scanId)
  const link = await hosts.linkOf({ organizationId, projectId })
  if (scan === undefined || scan.organizationId !== organizationId || link === undefined) return 'the scan was deleted'
  const host = hosts.open(link, AbortSignal.any([signal, AbortSignal.timeout(REPORT_MS_MAX)]))
  const base = consoleUrl()
  const url = base === '' ? repositoryUrl(link) : `${base}/appsec/scans/${scan.id}`
  const until = new Date(clock.now() + REPORT_MS_MAX)
  return reportScan({ task, scan, host, url, deliveryId, until }, { store, clock, version })
}
