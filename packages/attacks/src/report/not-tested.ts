import type { Report } from '@gatehouse/contracts/reports'
import type { Category, Need } from '../engine/category.ts'
import { missingNeeds } from '../engine/plan.ts'
import type { RunOutcome } from '../run/run-attacks.ts'

const NEED_SAYS: Readonly<Record<Need, string>> = {
  tool_calls: 'the target does not report tool calls (toolCallsPath)',
  canaries: 'no canaries or system prompt are configured for the target (canaries, systemPrompt)',
  content: 'the target does not read content served by this run',
  sink: 'the target cannot reach the content server of the run',
  sessions: 'the target does not keep conversations, so multi-turn attacks cannot be sent',
  two_sessions: 'the target does not support two simultaneous sessions or identities',
  no_credentials: 'requests to the target carry credentials, so unauthenticated access is not tested',
  mcp: 'the target is not an MCP server',
  a2a: 'the target does not take messages of other agents',
}

/** Lists unsent attacks with the reason: the report makes no claim about them. */
export function notTestedOf(
  categories: readonly Category[],
  can: ReadonlySet<Need>,
  { records, end }: RunOutcome,
): Report['notTested'] {
  const sent = new Set(records.flatMap(({ attempt }) => (attempt.kind === 'attack' ? [attempt.attack.category] : [])))
  return categories.flatMap((category): Report['notTested'] => {
    const missing = missingNeeds(category, can)
    if (missing.length > 0) return [{ category: category.name, reason: `Not sent: ${needsText(missing)}.` }]
    if (!sent.has(category.name)) return [{ category: category.name, reason: endText(end) }]
    const left = category.seeds.filter(({ needs = [] }) => needs.some((need) => !can.has(need)))
    if (left.length === 0) return []
    const needs = [...new Set(left.flatMap((seed) => (seed.needs ?? []).filter((need) => !can.has(need))))]
    const ideas = left.map(({ id }) => id).join(', ')
    return [{ category: category.name, reason: `Partially sent; omitted (${ideas}): ${needsText(needs)}.` }]
  })
}

function needsText(needs: readonly Need[]): string {
  return needs.map((need) => NEED_SAYS[need]).join('; ')
}

function endText(end: RunOutcome['end']): string {
  switch (end) {
    case 'cancelled':
      return 'The run was cancelled before the attacks of this category were sent.'
    case 'budget':
      return 'The budget was exhausted before the attacks of this category were sent.'
    case 'final':
      return 'No attacks were planned for this category.'
    default:
      return end satisfies never
  }
}
