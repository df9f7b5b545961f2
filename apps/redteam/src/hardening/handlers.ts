import type { Handlers } from '@gatehouse/contracts'
import type { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { jsonLines } from '../analyses/lines.ts'
import { testerEntry } from '../audited.ts'
import { openReport } from '../reports/find-report.ts'
import type { RedteamPorts } from '../routes/handler.ts'
import { draftLines } from './draft-lines.ts'
import { prepareDraft } from './draft-policy.ts'

/** Maximum number of concurrent drafts per tenant and per process. Own limits: each keeps its attempts in memory. */
const TENANT_DRAFTS = 2
const DRAFTS = 8
const RETRY_AFTER_S = 10
/** Maximum duration of one draft. Own limit. */
const DRAFT_MS = 10 * 60_000

type Rows = Pick<typeof redteamEndpoints, 'draftGuardPolicy'>

/** Handlers that draft guard policies for reports. Decision 0117. */
export function hardeningHandlers(ports: RedteamPorts): Handlers<Rows, RequestContext> {
  const { audit, room } = ports
  const running = new Map<string, number>()
  const start = (tenantId: string): (() => void) => {
    const own = running.get(tenantId) ?? 0
    const all = [...running.values()].reduce((sum, count) => sum + count, 0)
    if (own >= TENANT_DRAFTS || all >= DRAFTS) {
      const detail = 'Other guard policies are being drafted: wait for one of them.'
      throw new Failure('rate_limited', detail, { retryAfter_s: RETRY_AFTER_S })
    }
    running.set(tenantId, own + 1)
    let isFinished = false
    return () => {
      if (isFinished) return
      isFinished = true
      const left = running.get(tenantId)! - 1
      if (left === 0) running.delete(tenantId)
      else running.set(tenantId, left)
    }
  }
  return {
    async draftGuardPolicy({ params: { filename }, body, context }) {
      const { report, give } = await openReport(filename, ports, context)
      let release = give
      try {
        const finish = start(testerOf(context).tenantId)
        release = () => {
          context.signal.removeEventListener('abort', release)
          finish()
          give()
        }
        // A caller that disconnects early reads no line.
        context.signal.addEventListener('abort', release, { once: true })
        const draft = await prepareDraft(report, body, ports)
        const details = { targetUrl: report.targetUrl, finding: body.finding ?? null }
        const event = { action: 'report.guard_drafted', resource: 'report', resourceId: filename, details } as const
        await audit.append(testerEntry(event, context))
        const limit = AbortSignal.any([context.signal, AbortSignal.timeout(DRAFT_MS)])
        return room.until(release, jsonLines(draftLines(draft, limit), context.signal))
      } catch (error) {
        release()
        throw error
      }
    },
  }
}
