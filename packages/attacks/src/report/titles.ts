import { allCategories } from '../categories.gen.ts'
import type { Category } from '../engine/category.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import { boundedText, type Mask } from './bound.ts'
import { type RootCause, rootCausesOf } from './root-cause.ts'

/** A target may name its tools as it likes. */
const TITLE_BYTES = 240

const KNOWN: ReadonlyMap<string, Category> = new Map(allCategories.map((category) => [category.name, category]))

/** Returns the main weakness that a successful attack shows, with a key that is equal for all attacks that show it. */
export function weaknessOf(record: AttemptRecord): { readonly key: string; readonly title: string } {
  const [cause] = rootCausesOf(record, (name) => KNOWN.get(name)?.mappings.owaspLlm2025 ?? [])
  const name = record.attempt.attack.category
  const title = titleOf(cause, cause.category ?? KNOWN.get(name), name, evidenceCode(record), (text) => text)
  return { key: JSON.stringify(cause.key), title }
}

/** Returns the kind of the main evidence. */
export function evidenceCode({ judgement }: AttemptRecord): string {
  return judgement.evidence[0]?.code ?? judgement.kind
}

const TITLES: Readonly<Record<string, string>> = {
  marker_in_reply: 'attack instruction followed',
  marker_begun: 'attack instruction partially followed',
  program_was_run: 'attack code executed',
  part_in_reply: 'response contains evidence of success',
  reply_long: 'response far longer than usual',
  reply_slow: 'response far slower than usual',
  answer_changed: 'response to the same request changed',
  canary_in_replies: 'secret disclosed over several responses',
  canary_partly_in_reply: 'part of a secret disclosed',
  honest_wish_refused: 'benign request refused',
  canary_in_reply: 'secret disclosed',
  system_prompt_in_reply: 'system prompt repeated',
  prompt_form_in_reply: 'system prompt repeated',
  content_in_reply: 'sensitive data disclosed',
  content_in_tool_argument: 'sensitive data sent by a tool',
  content_in_tool_result: 'sensitive data read by a tool',
  restrictions_dropped: 'restrictions dropped',
  instruction_accepted: 'attack instruction accepted',
  persona_adopted: 'attacker persona adopted',
  action_claimed: 'unauthorized action reported',
  sink_hit: 'request sent to an attacker URL',
  tool_called: 'unauthorized tool call',
  state_changed: 'target state changed',
  criteria_met: 'success criteria met, according to model judges',
  policy_broken: 'run policy violated, according to model judges',
}

/** Returns `<weakness>: <context> (<code>)`, with the code of OWASP LLM, else of OWASP ASI, else of MITRE ATLAS. */
export function titleOf(
  { title }: RootCause,
  category: Category | undefined,
  name: string,
  evidence: string,
  mask: Mask,
): string {
  const { owaspLlm2025 = [], asi = [], atlas = [] } = category?.mappings ?? {}
  const [code] = [...owaspLlm2025, ...asi, ...atlas]
  const shown = Object.hasOwn(TITLES, evidence) ? TITLES[evidence]! : evidence.replaceAll('_', ' ')
  const text = boundedText(title ?? `${category?.title ?? name}: ${shown}`, mask, TITLE_BYTES)
  return code === undefined ? text : `${text} (${code})`
}
