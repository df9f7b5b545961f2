import type { LucideIcon } from 'lucide-react'
import { BellOff, Bug, CirclePause, FileWarning, HandHelping, ShieldX, Swords, Unplug } from 'lucide-react'
import type { appsec, guard, redteam } from '../../api/clients.ts'
import type { Tone } from '../../ui/badge.tsx'
import { type Delivery, failingWebhooks, type Webhook } from './failing-webhooks.ts'
import { judgedCount } from '../redteam/parts/judged.ts'
import { messages } from '../../messages/overview.ts'

type Approval = Awaited<ReturnType<typeof guard.listApprovals>>['approvals'][number]
type Breaker = Awaited<ReturnType<typeof guard.listBreakers>>['circuit_breakers'][number]
type DisabledTool = Awaited<ReturnType<typeof guard.listDisabledTools>>['disabled'][number]
type Scan = Awaited<ReturnType<typeof appsec.listScans>>['scans'][number]
type Run = Awaited<ReturnType<typeof redteam.listRuns>>[number]

/** Item that needs attention. Its texts come from users and agents. */
export interface Item {
  readonly id: string
  readonly kind: string
  readonly tone: Tone
  readonly icon: LucideIcon
  readonly what: string
  readonly detail: string
  readonly at: string | null
  /** Link to the page that handles the item. */
  readonly to: string
}

export function approvalItem({ id, tool_name: tool, agent_key: agent, reason, created_at: at }: Approval): Item {
  return {
    id: `approval ${id}`,
    kind: messages.attention.approvalPending,
    tone: 'accent',
    icon: HandHelping,
    what: agent === null ? tool : messages.attention.calledBy(tool, agent),
    detail: reason,
    at,
    to: '/guard/approvals',
  }
}

/** @returns undefined for a closed breaker */
export function breakerItem({ tool_name: tool, state, last_error, opened_at }: Breaker): Item | undefined {
  if (state === 'closed') return undefined
  return {
    id: `breaker ${tool}`,
    kind: state === 'open' ? messages.attention.breakerOpen : messages.attention.breakerHalfOpen,
    tone: 'bad',
    icon: Unplug,
    what: tool,
    detail: last_error ?? messages.attention.repeatedFailures,
    at: opened_at,
    to: '/guard/switches',
  }
}

export function switchItem({ tool_name: tool, reason, disabled_by: by, disabled_at: at }: DisabledTool): Item {
  return {
    id: `switch ${tool}`,
    kind: messages.attention.toolDisabled,
    tone: 'warn',
    icon: CirclePause,
    what: tool,
    detail: reason === '' ? messages.attention.disabledBy(by) : reason,
    at,
    to: '/guard/switches',
  }
}

/** Returns an item for each failing webhook. @param dead  dead deliveries, newest first */
export function webhookItems(webhooks: readonly Webhook[], dead: readonly Delivery[], now_ms: number): Item[] {
  return failingWebhooks(webhooks, dead, now_ms).map(({ id, url, detail, at }) => ({
    id: `webhook ${id}`,
    kind: messages.attention.webhookFailing,
    tone: 'bad',
    icon: BellOff,
    what: url,
    detail,
    at,
    to: '/guard/webhooks',
  }))
}

/** Returns the newest completed scan per project that failed or whose gate is closed. @param scans  newest first */
export function scanItems(scans: readonly Scan[]): Item[] {
  const seen = new Set<string>()
  return scans.flatMap(({ id, project, status, gateResult, gateReasons, errorMessage, createdAt }): Item[] => {
    const hasEnded = status === 'FAILED' || status === 'COMPLETED'
    if (!hasEnded || seen.has(project.id)) return []
    seen.add(project.id)
    const rest = { id: `scan ${id}`, what: project.name, at: createdAt, to: `/appsec/scans/${id}` }
    if (status === 'FAILED')
      return [
        { ...rest, kind: messages.attention.scanFailed, tone: 'bad', icon: FileWarning, detail: errorMessage ?? '' },
      ]
    if (gateResult === 'FAILED')
      return [
        { ...rest, kind: messages.attention.gateFailed, tone: 'high', icon: ShieldX, detail: gateReasons[0] ?? '' },
      ]
    return []
  })
}

/** Returns the newest completed run per target that has findings or was aborted. @param runs  newest first */
export function runItems(runs: readonly Run[]): Item[] {
  const seen = new Set<string>()
  return runs.flatMap(({ id, targetUrl, status, summary, error = '', finishedAt, reportFile }): Item[] => {
    if (finishedAt === null || seen.has(targetUrl)) return []
    seen.add(targetUrl)
    const rest = {
      id: `run ${id}`,
      what: targetUrl,
      at: finishedAt,
      to: reportFile === undefined ? `/redteam/runs/${id}` : `/redteam/reports/${reportFile}`,
    }
    if (status === 'error')
      return [{ ...rest, kind: messages.attention.runFailed, tone: 'warn', icon: Swords, detail: error }]
    if (summary === undefined || summary.vulnerable === 0) return []
    const detail = messages.attention.ofAttacksSucceeded(summary.failed, judgedCount(summary))
    return [{ ...rest, kind: messages.attention.attackSucceeded, tone: 'bad', icon: Bug, detail }]
  })
}
