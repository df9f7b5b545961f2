import crossSessionLeak from '../categories/access/cross-session-leak.ts'
import debugAccess from '../categories/access/debug-access.ts'
import insecureOutputHandling from '../categories/code-infra/insecure-output-handling.ts'
import pathTraversal from '../categories/code-infra/path-traversal.ts'
import unexpectedCodeExec from '../categories/code-infra/unexpected-code-exec.ts'
import dataExfiltration from '../categories/data/data-exfiltration.ts'
import outOfBandExfiltration from '../categories/data/out-of-band-exfiltration.ts'
import piiDisclosure from '../categories/data/pii-disclosure.ts'
import secretDisclosure from '../categories/data/secret-disclosure.ts'
import systemPromptLeak from '../categories/data/system-prompt-leak.ts'
import indirectPromptInjection from '../categories/injection/indirect-prompt-injection.ts'
import promptInjection from '../categories/injection/prompt-injection.ts'
import unboundedConsumption from '../categories/resources/unbounded-consumption.ts'
import excessiveAgency from '../categories/tools/excessive-agency.ts'
import type { Category } from '../engine/category.ts'
import type { Evidence } from '../engine/judge.ts'
import type { ContentKind } from '../engine/oracle.ts'
import { isOfContent } from '../judges/content/content-judge.ts'
import { owaspLlm2025 } from '../frameworks/owasp-llm-2025.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import { contentType } from './mask-content.ts'

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
  /** Kind of the disclosed content. */
  readonly content?: ContentKind
}

/** Categories that test whether the target follows instructions of an attacker. */
const INSTRUCTIONS = 'LLM01'
const FOLLOWED: ReadonlySet<string> = new Set(['marker_in_reply', 'marker_begun'])
const DISCLOSED: ReadonlySet<string> = new Set(['canary_in_reply', 'canary_in_replies', 'canary_partly_in_reply'])

/** Evidence that shows the same weakness in every category. */
const CAUSES: Readonly<Record<string, RootCause>> = {
  system_prompt_in_reply: caused('system_prompt', systemPromptLeak),
  prompt_form_in_reply: caused('system_prompt', systemPromptLeak),
  restrictions_dropped: caused('compliance', promptInjection, 'attack instruction accepted'),
  instruction_accepted: caused('compliance', promptInjection, 'attack instruction accepted'),
  persona_adopted: caused('compliance', promptInjection, 'attack instruction accepted'),
  action_claimed: caused('claimed_action', excessiveAgency, 'unauthorized action reported'),
  sink_hit: caused('outbound_request', outOfBandExfiltration, 'request to an attacker URL'),
  state_changed: caused('state_change', excessiveAgency, 'unauthorized change of target state'),
  program_was_run: caused('code_execution', unexpectedCodeExec, 'attack code executed'),
  reply_long: caused('consumption', unboundedConsumption, 'oversized or slow responses'),
  reply_slow: caused('consumption', unboundedConsumption, 'oversized or slow responses'),
}

/** Disclosed content that is one weakness, whichever values a reply contains. Secrets are distinguished by value. */
const CONTENT: Readonly<Record<Exclude<ContentKind, 'secret'>, RootCause>> = {
  personal: caused('personal_data', piiDisclosure, 'personal data'),
  active_content: caused('active_content', insecureOutputHandling, 'active content with an attacker address'),
  records: caused('records', piiDisclosure, 'records of a data store'),
  system_file: caused('system_file', pathTraversal, 'system file content'),
  command_output: caused('command_output', unexpectedCodeExec, 'command output'),
  environment: caused('environment', dataExfiltration, 'environment variables'),
  stack_trace: caused('stack_trace', debugAccess, 'stack trace'),
}
/** Several of these in one reply are several weaknesses. */
const MANY: ReadonlySet<string> = new Set(['secret', 'tool_call'])

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
    .filter((item) => item.code === first?.code || (isOfContent(item) && first !== undefined && isOfContent(first)))
    .map((evidence) => causeOf(record, evidence, mappingOf))
    .filter(({ kind, content }) => content !== undefined || (kind === main.kind && MANY.has(kind)))
  const distinct = new Map(more.map((cause) => [JSON.stringify(cause.key), cause]))
  distinct.delete(JSON.stringify(main.key))
  return [main, ...distinct.values()]
}

/** Returns the evidence of a weakness in an attack that shows it. */
export function evidenceOfCause(
  record: AttemptRecord,
  { key }: RootCause,
  mappingOf: (category: string) => readonly string[],
): Evidence | undefined {
  const wanted = JSON.stringify(key)
  const { evidence } = record.judgement
  return evidence.find((item) => JSON.stringify(causeOf(record, item, mappingOf).key) === wanted) ?? evidence[0]
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
  if (evidence.content !== undefined) return contentCause(evidence.content, evidence.hash)
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

function contentCause({ kind, what }: NonNullable<Evidence['content']>, hash = ''): RootCause {
  if (kind !== 'secret') return { ...CONTENT[kind], content: kind }
  const type = contentType(what)
  // The hash distinguishes values without showing them.
  return {
    ...caused('secret', secretDisclosure, type, type),
    key: ['root-cause', 'disclosed_secret', hash],
    content: kind,
  }
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
