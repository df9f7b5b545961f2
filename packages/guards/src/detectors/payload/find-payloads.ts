import { SEVERITIES, type Severity } from '@gatehouse/contracts/verdicts'
import type { TextViews, ViewName } from '../../text/views.ts'
import type { RuleScanner, ScanResult } from '../rules/compile-rules.ts'
import { compileRules } from '../rules/compile-rules.ts'
import { SURE } from '../rules/pattern-rule.ts'
import { payloadRules } from './all-rules.ts'
import type { PayloadCategory, PayloadRule } from './categories.ts'
import { insideCode, isMention } from './mention.ts'

/**
 * Payloads are read as sent, with lookalike and invisible characters normalized, and decoded. The `plain` view is not read: it joins
 * letters and drops the punctuation of payloads.
 */
export const PAYLOAD_VIEWS: readonly ViewName[] = ['original', 'normal', 'decoded']

/** Maximum number of findings in one verdict. */
export const FINDINGS_MAX = 64

/** Score of a certain finding by severity. */
const SCORES: Readonly<Record<Severity, number>> = { low: 0.3, medium: 0.6, high: 0.9, critical: 0.98 }

export interface PayloadFinding {
  readonly rule: PayloadRule
  readonly category: PayloadCategory
  readonly severity: Severity
  /** 0 to 1. */
  readonly score: number
  readonly view: ViewName
  /** Range of the original text. */
  readonly start: number
  readonly end: number
  /** Talked about rather than used; the severity is lowered already. */
  readonly mention: boolean
}

export interface PayloadFindings {
  /** Worst first. */
  readonly findings: readonly PayloadFinding[]
  /** Rules that stopped before the end of a text because of too many similar texts. */
  readonly unread: readonly PayloadRule[]
  /** More was found than is reported. */
  readonly truncated: boolean
}

export type PayloadScanner = RuleScanner<PayloadRule>

const NOTHING: PayloadFindings = Object.freeze({ findings: [], unread: [], truncated: false })

/** Compiles the rules of these categories. */
export function compilePayloadRules(categories: readonly PayloadCategory[]): PayloadScanner {
  const wanted = new Set(categories)
  return compileRules(payloadRules.filter((rule) => wanted.has(rule.category)))
}

/** Runs the rules over all views of a text; a finding that several views show is reported once, for the first of them. */
export function findPayloads(text: TextViews, scanner: PayloadScanner): PayloadFindings {
  const findings = new Map<string, PayloadFinding>()
  const unread = new Set<PayloadRule>()
  let truncated = false
  for (const view of text.views(PAYLOAD_VIEWS)) {
    const result = scanner.scan(view.text)
    if (result.hits.length === 0 && result.capped.length === 0) continue
    truncated = noteCaps(result, scanner, unread) || truncated
    for (const hit of result.hits) {
      const [start, end] = view.toOriginal(hit.start, hit.end)
      const key = `${hit.rule.id}:${start}`
      if (findings.has(key) || covered(findings, hit.rule, start, end)) continue
      if (findings.size >= FINDINGS_MAX) {
        truncated = true
        break
      }
      const mention = mentioned(text.original, hit.rule, start, end)
      const severity = severityOf(hit.rule, hit.confidence, mention)
      const score = SCORES[severity] * (0.8 + 0.2 * hit.confidence) * (mention ? 0.75 : 1)
      findings.set(key, {
        rule: hit.rule,
        category: hit.rule.category,
        severity,
        score,
        view: view.name,
        start,
        end,
        mention,
      })
    }
  }
  if (findings.size === 0 && unread.size === 0) return NOTHING
  return { findings: [...findings.values()].sort(byWeight), unread: [...unread], truncated }
}

function byWeight(a: PayloadFinding, b: PayloadFinding): number {
  return b.score - a.score || a.start - b.start
}

/** Returns whether the same rule found the same range in another view. */
function covered(
  findings: ReadonlyMap<string, PayloadFinding>,
  rule: PayloadRule,
  start: number,
  end: number,
): boolean {
  for (const found of findings.values()) {
    if (found.rule === rule && found.start < end && start < found.end) return true
  }
  return false
}

/** Returns whether a finding is a mention. Raw control characters act at any location, and images load unless they are code. */
function mentioned(text: string, rule: PayloadRule, start: number, end: number): boolean {
  if (rule.category === 'terminal_escape' && rule.id !== 'terminal-spelled') return false
  if (rule.category === 'markdown_exfiltration' && !insideCode(text, start, end)) return false
  return isMention(text, start, end)
}

/** Returns the severity: uncertainty costs one step; a mention is never worse than medium. */
function severityOf(rule: PayloadRule, confidence: number, mention: boolean): Severity {
  const sure = SEVERITIES.indexOf(rule.severity) - (confidence < SURE ? 1 : 0)
  const rank = mention ? Math.min(sure - 1, SEVERITIES.indexOf('medium')) : sure
  return SEVERITIES[Math.max(0, rank)] ?? 'low'
}

function noteCaps(result: ScanResult<PayloadRule>, scanner: PayloadScanner, unread: Set<PayloadRule>): boolean {
  let truncated = false
  for (const { rule: id, reason } of result.capped) {
    const rule = scanner.rules.find((each) => each.id === id)
    if (reason === 'matches') truncated = true
    else if (rule !== undefined) unread.add(rule)
  }
  return truncated
}
