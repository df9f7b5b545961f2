import { type Observation, SNIPPET_CHARS_MAX, withoutValues } from '@gatehouse/scan-engine'
import { messageOfHit } from '../search/message.ts'
import type { Rule } from '../rules/rule.ts'
import { firstIdOf } from '../rules/rule-ids.ts'
import type { FileHit } from '../search/search-file.ts'
import { positionOf } from '../tree/compact-tree.ts'
import { fixOf } from './fix.ts'
import { shownStart } from './shown-start.ts'
import { credentialOf, subjectOf } from './subject.ts'

const TITLE_CHARS_MAX = 120
/** Lines of a snippet: a finding may be a whole class. */
const SNIPPET_LINES_MAX = 12
/** Number of characters of the code that identify a finding: enough to distinguish it from its neighbours. */
const IDENTITY_CHARS_MAX = 2_000

/** Converts a hit to an observation of the scan. @param lines start offsets of the lines */
export function observe(hit: FileHit, filePath: string, lines: Uint32Array): Observation {
  const { rule, ground, start, end } = hit
  const fix = fixOf(hit)
  // A fix replaces all that was found.
  const from = positionOf(lines, fix === undefined ? shownStart(hit) : start)
  const to = positionOf(lines, Math.max(start, end - 1))
  const message = messageOfHit(hit)
  const value = credentialOf(hit, lines)
  const subject = subjectOf(hit)
  return {
    scanner: 'SAST_PATTERN',
    ruleId: `sast/${rule.id}`,
    severity: rule.severity,
    title: titleOf(rule, message),
    description: describe(message, rule.references),
    filePath,
    startLine: from.line,
    endLine: to.line,
    startColumn: from.column,
    endColumn: to.column,
    snippet: snippetOf(ground.text, lines, from.line, to.line),
    ...(rule.cwe !== undefined && { cweId: rule.cwe }),
    owasp: rule.owasp,
    confidence: rule.confidence,
    ...(rule.yields === true && { yields: true }),
    ...(value !== undefined && { value }),
    ...(subject !== undefined && { subject }),
    identity: identityOf(firstIdOf(rule), ground.text.slice(start, end)),
    metadata: {
      ...(rule.formerIds !== undefined && { formerRuleIds: rule.formerIds }),
      ...(rule.references.length > 0 && { references: rule.references }),
      // Possible secrets are redacted, and a partly redacted fix is dropped.
      ...(fix !== undefined && withoutValues(fix) === fix && { fix }),
    },
  }
}

/** Returns the location-independent identity of a rule's finding. @param rule its first published id @param code matched code */
export function identityOf(rule: string, code: string): readonly string[] {
  return [rule, code.replace(/\s{1,10000}/g, '').slice(0, IDENTITY_CHARS_MAX)]
}

/** Returns a message with some of its reference pages. */
export function describe(message: string, references: readonly string[]): string {
  return [message, ...references.slice(0, 5).map((reference) => `See ${reference}`)].join('\n')
}

/** Returns the title of the rule, or the first sentence of the message, on one line. */
export function titleOf(rule: Pick<Rule, 'title'>, message: string): string {
  const line = (rule.title ?? message).replace(/\s{1,10000}/g, ' ').trim()
  const sentence = rule.title === undefined ? (/^.{10,}?[.!?](?= |$)/.exec(line)?.[0] ?? line) : line
  return sentence.length > TITLE_CHARS_MAX ? `${sentence.slice(0, TITLE_CHARS_MAX - 1)}…` : sentence
}

/** Returns lines of a text with possible secrets redacted; lines from 1. */
export function snippetOf(text: string, lines: Uint32Array, from: number, to: number): string {
  const last = Math.min(to, from + SNIPPET_LINES_MAX - 1)
  const code = text.slice(lines[from - 1], lines[last] ?? text.length).replace(/\s{1,10000}$/, '')
  return withoutValues(code.slice(0, SNIPPET_CHARS_MAX))
}
