import crossSessionLeak from '../categories/access/cross-session-leak.ts'
import unexpectedCodeExec from '../categories/code-infra/unexpected-code-exec.ts'
import outOfBandExfiltration from '../categories/data/out-of-band-exfiltration.ts'
import secretDisclosure from '../categories/data/secret-disclosure.ts'
import systemPromptLeak from '../categories/data/system-prompt-leak.ts'
import indirectPromptInjection from '../categories/injection/indirect-prompt-injection.ts'
import promptInjection from '../categories/injection/prompt-injection.ts'
import unboundedConsumption from '../categories/resources/unbounded-consumption.ts'
import excessiveAgency from '../categories/tools/excessive-agency.ts'
import type { Category } from '../engine/category.ts'
import type { Evidence } from '../engine/judge.ts'
import { owaspLlm2025 } from '../frameworks/owasp-llm-2025.ts'
import type { AttemptRecord } from '../run/attempt.ts'

/** Weakness of the target behind successful attacks, independent of the categories that found it. */
export interface RootCause {
  /** `tool_call`, `secret_disclosure`; for objectives that only one category has, `objective`. */
  readonly kind: string
  /** Called tool or disclosed secret, by its name; category of an objective. */
  readonly subject?: string
  /** Input of the finding id: the same weakness has the same key in every run. */
  readonly key: readonly string[]
  /** Category that describes the weakness; undefined: that of the attack. */
  readonly category?: Category
  /** Title without its OWASP code. */
  readonly title?: string
}

/** Categories that test whether the target follows instructions of an attacker. */
const INSTRUCTIONS = 'LLM01'
const FOLLOWED: ReadonlySet<string> = new Set(['marker_in_reply', 'marker_begun'])
const DISCLOSED: ReadonlySet<string> = new Set(['canary_in_reply', 'canary_in_replies', 'canary_partly_in_reply'])

/** Evidence that shows the same weakness in every category. */
const CAUSES: Readonly<Record<string, RootCause>> = {
  system_prompt_in_reply: caused('system_prompt', systemPromptLeak),
  sink_hit: caused('outbound_request', outOfBandExfiltration, 'request to an attacker URL'),
  state_changed: caused('state_change', excessiveAgency, 'unauthorized change of target state'),
  program_was_run: caused('code_execution', unexpectedCodeExec, 'attack code executed'),
  reply_long: caused('consumption', unboundedConsumption, 'oversized or slow responses'),
  reply_slow: caused('consumption', unboundedConsumption, 'oversized or slow responses'),
}

/**
 * Returns the weaknesses that a successful attack shows, the main one first: one reply may disclose several secrets, and one conversation
 * may call several tools.
 */
export function rootCausesOf(
  record: AttemptRecord,
  mappingOf: (category: string) => readonly string[],
): readonly [RootCause, ...RootCause[]] {
  const [first, ...others] = record.judgement.evidence
  const main = causeOf(record, first, mappingOf)
  const more = others
    .filter(({ code }) => code === first?.code)
    .map((evidence) => causeOf(record, evidence, mappingOf))
    .filter(({ kind }) => kind === main.kind && (kind === 'secret' || kind === 'tool_call'))
  const distinct = new Map(more.map((cause) => [JSON.stringify(cause.key), cause]))
  distinct.delete(JSON.stringify(main.key))
  return [main, ...distinct.values()]
}

function causeOf(
  { attempt: { attack }, exchange, judgement }: AttemptRecord,
  evidence: Evidence | undefined,
  mappingOf: (category: string) => readonly string[],
): RootCause {
  const code = evidence?.code ?? judgement.kind
  const { category } = attack
  const objective: RootCause = { kind: 'objective', subject: category, key: [category, code] }
  if (evidence === undefined) return objective
  if (Object.hasOwn(CAUSES, code)) return CAUSES[code]!
  if (code === 'tool_called') {
    const name = namedIn(
      evidence.detail,
      ['called ', 'call ', 'call to '],
      exchange.turns.flatMap(({ reply }) => reply.toolCalls.map((call) => call.name)),
    )
    return name === undefined ? objective : caused('tool_call', excessiveAgency, `unauthorized tool call ${name}`, name)
  }
  if (DISCLOSED.has(code)) {
    const name = namedIn(
      evidence.detail,
      ['discloses ', 'disclose ', 'a part of '],
      exchange.targetCanaries.map((canary) => canary.name),
    )
    if (name !== undefined) return caused('secret', secretDisclosure, name, name)
    const isOther = attack.oracles.some((oracle) => oracle.kind === 'canary' && oracle.of === 'other_session')
    return isOther ? caused('cross_session', crossSessionLeak, 'data of another session') : objective
  }
  if (FOLLOWED.has(code) && mappingOf(category).includes(INSTRUCTIONS)) {
    return attack.plants.length > 0
      ? caused('instruction_in_content', indirectPromptInjection, 'instruction in external content followed')
      : caused('instruction', promptInjection, 'attack instruction followed')
  }
  return objective
}

function caused(kind: string, category: Category, context = '', subject?: string): RootCause {
  const weakness = weaknessOf(category.mappings.owaspLlm2025[0])
  return {
    kind,
    key: ['root-cause', kind, ...(subject === undefined ? [] : [subject])],
    category,
    ...(subject === undefined ? {} : { subject }),
    title: [weakness ?? category.title, ...(context === '' ? [] : [context])].join(': '),
  }
}

/** Returns the name of a risk in sentence case. */
function weaknessOf(code: string | undefined): string | undefined {
  const title = owaspLlm2025.controls.find((control) => control.code === code)?.title
  return title === undefined ? undefined : title.slice(0, 1) + title.slice(1).toLowerCase()
}

/** Returns the longest name that a sentence contains after one of the words: a name may be the beginning of another. */
function namedIn(sentence: string, words: readonly string[], names: readonly string[]): string | undefined {
  return names
    .filter((name) => name !== '' && words.some((word) => sentence.includes(`${word}${name}`)))
    .toSorted((a, b) => b.length - a.length)[0]
}
