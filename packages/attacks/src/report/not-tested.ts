import type { Report } from '@gatehouse/contracts'
import type { Category, Need } from '../engine/category.ts'
import { missingNeeds } from '../engine/plan.ts'
import type { RunOutcome } from '../run/run-attacks.ts'

const NEED_SAYS: Readonly<Record<Need, string>> = {
  tool_calls: 'the target shows no calls of tools (toolCallsPath)',
  canaries: 'no planted secrets and no system prompt of the target are known (canaries, systemPrompt)',
  content: 'the target reads nothing that this run serves',
  sink: 'the target cannot reach the run’s own server',
  sessions: 'the target keeps no conversation, so that several messages cannot be sent',
  two_sessions: 'there are no two sessions, or two identities, at once',
  no_credentials: 'the target is asked with credentials, so that nothing is shown of who has none',
  mcp: 'the target is no server of tools',
}

/** What of a run was not sent, and why: no claim about it is made. */
export function notTestedOf(
  categories: readonly Category[],
  can: ReadonlySet<Need>,
  { records, end }: RunOutcome,
): Report['notTested'] {
  const sent = new Set(records.flatMap(({ attempt }) => (attempt.kind === 'attack' ? [attempt.attack.category] : [])))
  return categories.flatMap((category): Report['notTested'] => {
    const missing = missingNeeds(category, can)
    if (missing.length > 0) return [{ category: category.name, reason: `Not sent: ${saysOf(missing)}.` }]
    if (!sent.has(category.name)) return [{ category: category.name, reason: endSays(end) }]
    const left = category.seeds.filter(({ needs = [] }) => needs.some((need) => !can.has(need)))
    if (left.length === 0) return []
    const needs = [...new Set(left.flatMap((seed) => (seed.needs ?? []).filter((need) => !can.has(need))))]
    const ideas = left.map(({ id }) => id).join(', ')
    return [{ category: category.name, reason: `Not sent in part (${ideas}): ${saysOf(needs)}.` }]
  })
}

function saysOf(needs: readonly Need[]): string {
  return needs.map((need) => NEED_SAYS[need]).join('; ')
}

function endSays(end: RunOutcome['end']): string {
  switch (end) {
    case 'cancelled':
      return 'The run was cancelled before its attacks were sent.'
    case 'budget':
      return 'The budget was spent before its attacks were sent.'
    case 'final':
      return 'No attack of it was planned.'
    default:
      return end satisfies never
  }
}
