/** A suppression comment in the source: `gatehouse:allow rule reason="…" until=2027-01-31`. */
export interface Allowance {
  /** Range of starts of suppressed findings: its line, and the next line for a comment alone on its line. `[start, end)` */
  readonly start: number
  readonly end: number
  /** Last part of a rule id; undefined for all rules. */
  readonly rule: string | undefined
  readonly reason: string | undefined
  /** `YYYY-MM-DD`: the last valid day. */
  readonly until: string | undefined
}

/** Effect of a comment on one finding. */
export type Allowed = {
  readonly state: 'allowed' | 'expired' | 'without reason' | 'unreadable date'
  readonly allowance: Allowance
}

const COMMENT = /gatehouse:allow(?:[ \t]+(?!reason=|until=)(?:secrets\/)?([a-z0-9-]{1,80}))?([^\n]{0,400})/iy
const REASON = /\breason=(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|\\"([^"\\\n]{1,300})\\")/
const UNTIL = /\buntil=["']?([^\s"'*>-]{0,4}[^\s"'*>]{0,20})/
/** Maximum length of a line with a hand-written comment. */
const LINE_UNITS_MAX = 2_000

/** Reads the comment at `at`. */
export function readAllowance(text: string, at: number): Allowance | undefined {
  COMMENT.lastIndex = at
  const match = COMMENT.exec(text)
  if (match === null) return undefined
  const [, rule, rest = ''] = match
  const reason = REASON.exec(rest)
  const before = text.slice(Math.max(0, at - LINE_UNITS_MAX), at)
  const lead = before.slice(before.lastIndexOf('\n') + 1)
  const lineEnd = endOfLine(text, at)
  // Only comment punctuation precedes it: the next line is covered as well.
  const alone = /^[\s#/*;<!>-]*$/.test(lead)
  return {
    start: at - lead.length,
    end: alone ? endOfLine(text, lineEnd + 1) : lineEnd,
    rule: rule?.toLowerCase(),
    reason: (reason?.[1] ?? reason?.[2] ?? reason?.[3])?.trim() || undefined,
    until: UNTIL.exec(rest)?.[1],
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.slice(from, from + LINE_UNITS_MAX).indexOf('\n')
  return end === -1 ? Math.min(text.length, from + LINE_UNITS_MAX) : from + end
}

/**
 * Returns the effect of a text's comments on a finding that starts at `start`.
 * @param allowances in order; those before `from` end before `start`
 * @param today `YYYY-MM-DD` in UTC
 * @param ruleId e.g. `secrets/github-token`
 */
export function allowedBy(
  allowances: readonly Allowance[],
  from: number,
  start: number,
  ruleId: string,
  today: string,
): Allowed | undefined {
  let refused: Allowed | undefined
  for (let at = from; at < allowances.length; at++) {
    const allowance = allowances[at] as Allowance
    if (allowance.start > start) break
    if (start >= allowance.end) continue
    if (allowance.rule !== undefined && `secrets/${allowance.rule}` !== ruleId) continue
    const state = stateOf(allowance, today)
    if (state === 'allowed') return { state, allowance }
    refused = { state, allowance }
  }
  return refused
}

function stateOf({ reason, until }: Allowance, today: string): Allowed['state'] {
  if (reason === undefined) return 'without reason'
  if (until === undefined) return 'allowed'
  if (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))) return 'unreadable date'
  return until < today ? 'expired' : 'allowed'
}
