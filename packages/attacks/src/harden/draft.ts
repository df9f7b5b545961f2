import type { GuardRule, RuleSection, RunTarget } from '@gatehouse/contracts/redteam'
import type { ReportFinding } from '@gatehouse/contracts/reports'
import { ToolPattern } from '@gatehouse/contracts/policies'
import { findContent } from '../judges/content/find-content.ts'
import { CANARIES_MAX, type Entry, mergeRules, settingsOf, suggestedRules } from './merge-rules.ts'
import type { GuardEvent } from './trace.ts'

/** Weakness with the events of its proof, sent without a guard. */
export interface Exposed {
  readonly finding: Pick<ReportFinding, 'id' | 'rootCause' | 'guardPolicy'>
  readonly events: readonly GuardEvent[]
}

/** Weaknesses whose proof is data in a reply or a tool result. */
const DISCLOSURES: ReadonlySet<string> = new Set([
  'secret',
  'personal_data',
  'records',
  'system_file',
  'command_output',
  'environment',
  'stack_trace',
  'cross_session',
])
/** Further limits of the guard `system_prompt_leak`. */
const CANARY_CHARS_MIN = 6
const CANARY_CHARS_MAX = 200
const PROMPT_CHARS_MAX = 200_000

/**
 * Returns the entries that may block the proofs: the guards that the findings suggest, and entries for their root causes. Canaries and the
 * prompt come from the owner's declarations, or from the replies that disclosed them.
 */
export function candidateRules(
  exposed: readonly Exposed[],
  target: Pick<RunTarget, 'canaries' | 'systemPrompt'>,
): readonly GuardRule[] {
  const rules: GuardRule[] = []
  const add = (section: RuleSection, name: string, entry: Entry): void => {
    rules.push({ id: `${section}.${name}`, section, name, entry })
  }
  for (const { finding, events } of exposed) {
    rules.push(...suggestedRules(finding).map((rule) => ({ ...rule, entry: withoutPrompt(rule.entry) })))
    const { kind, subject = '' } = finding.rootCause ?? { kind: '' }
    if (DISCLOSURES.has(kind)) add('output_guardrails', 'pii_leakage', BLOCK)
    if (kind === 'tool_call' && ToolPattern.safeParse(subject).success) {
      add('tool_policies', subject, { approval: { required: true } })
    }
    if (events.some(({ at }) => at === 'tool_call')) add('agentic_guardrails', 'argument_payload_risk', BLOCK)
  }
  const leak = leakSettings(exposed, target)
  if (Object.keys(leak).length > 0) add('output_guardrails', 'system_prompt_leak', { ...BLOCK, settings: leak })
  return mergeRules(rules)
}

const BLOCK = { enabled: true, action: 'block' } as const

/** The draft contains one prompt: the declared one, or the disclosed one. */
function withoutPrompt(entry: Entry): Entry {
  const { system_prompt: _prompt, ...settings } = settingsOf(entry)
  const { settings: _all, ...rest } = entry
  return Object.keys(settings).length === 0 ? rest : { ...rest, settings }
}

function leakSettings(
  exposed: readonly Exposed[],
  { canaries = [], systemPrompt }: Pick<RunTarget, 'canaries' | 'systemPrompt'>,
) {
  const kinds = new Set(exposed.map(({ finding }) => finding.rootCause?.kind))
  const ofPrompt = exposed.filter(({ finding }) => finding.rootCause?.kind === 'system_prompt')
  const prompt =
    ofPrompt.length === 0 ? '' : (systemPrompt ?? longest(ofPrompt.flatMap(({ events }) => repliesIn(events))))
  const disclosed = exposed
    .filter(({ finding }) => finding.rootCause?.kind === 'secret')
    .flatMap(({ events }) => repliesIn(events))
    .flatMap((text) => findContent(text, false).flatMap(({ kind, value }) => (kind === 'secret' ? [value] : [])))
  const declared = kinds.has('secret') || kinds.has('system_prompt') ? canaries.map(({ value }) => value) : []
  const markers = [...new Set([...declared, ...disclosed])]
    .filter(({ length }) => length >= CANARY_CHARS_MIN && length <= CANARY_CHARS_MAX)
    .slice(0, CANARIES_MAX)
  return {
    ...(prompt === '' ? {} : { system_prompt: prompt.slice(0, PROMPT_CHARS_MAX).toWellFormed() }),
    ...(markers.length === 0 ? {} : { canaries: markers }),
  }
}

function repliesIn(events: readonly GuardEvent[]): readonly string[] {
  return events.flatMap((event) => (event.at === 'output' || event.at === 'tool_output' ? [event.text] : []))
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '')
}
