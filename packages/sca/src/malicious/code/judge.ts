import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { flowSigns } from './flow-signs.ts'
import { followFlows } from './flow.ts'
import { hiddenSigns } from './hidden-signs.ts'
import type { Syntax } from './lexer.ts'
import { findMarks, type Marks } from './marks.ts'
import { shellSigns } from './shell-signs.ts'
import type { Sign, SignKind } from './sign.ts'
import { textSigns } from './text-signs.ts'

/** Execution context of a source, which determines the weight of an indicator. */
export interface SourceContext {
  /** `shell` is only read for literals. */
  readonly syntax: Syntax | 'shell'
  /** Whether it runs during installation, before any review. */
  readonly runsAtInstall: boolean
}

/** Combined result of the indicators of one source. */
export interface Judgement {
  readonly severity: FindingSeverity
  readonly confidence: number
  readonly score: number
  /** The strongest of each kind, strongest first. */
  readonly signs: readonly Sign[]
}

/** Minimum score of a reported source. */
export const SCORE_MIN = 3
const SCORE_HIGH = 5
const SCORE_CRITICAL = 8
/** Additional weight: installers have no need to read the environment or to send data. */
const INSTALL_WEIGHT = 2

/** Actions that a README may suggest and that no package needs to do automatically. */
const AT_INSTALL: Readonly<Partial<Record<SignKind, number>>> = {
  'pipes-to-shell': 6,
  'fetches-and-starts': 4,
  'sends-host': 3,
}

/**
 * Scores one source on all its indicators; linear in its text.
 * @param text bytes of UTF-8 as Latin-1
 * @returns undefined without a reportable result
 */
export function judgeSource(text: string, context: SourceContext): Judgement | undefined {
  const marks = findMarks(text)
  const signs = [...textSigns(text, marks), ...hiddenSigns(text, marks)]
  if (context.syntax === 'shell') signs.push(...shellSigns(text))
  else if (isWorthFollowing(marks, text.length)) {
    signs.push(...flowSigns(text, followFlows(text, context.syntax), marks))
  }
  return judgeSigns(signs, context.runsAtInstall)
}

/** Adds up the indicators: of each kind the strongest counts. */
export function judgeSigns(signs: readonly Sign[], runsAtInstall: boolean): Judgement | undefined {
  const strongest = new Map<SignKind, Sign>()
  for (const sign of signs) {
    const weight = runsAtInstall ? Math.max(AT_INSTALL[sign.kind] ?? 0, sign.weight) : sign.weight
    const weighed = { ...sign, weight }
    if (weighed.weight > (strongest.get(sign.kind)?.weight ?? 0)) strongest.set(sign.kind, weighed)
  }
  const ranked = [...strongest.values()].toSorted((a, b) => b.weight - a.weight || a.start - b.start)
  const own = ranked.reduce((sum, { weight }) => sum + weight, 0)
  const score = own + (runsAtInstall && own >= SCORE_MIN ? INSTALL_WEIGHT : 0)
  if (score < SCORE_MIN) return undefined
  if (score >= SCORE_CRITICAL) return { severity: 'CRITICAL', confidence: 0.9, score, signs: ranked }
  return score >= SCORE_HIGH
    ? { severity: 'HIGH', confidence: 0.7, score, signs: ranked }
    : { severity: 'MEDIUM', confidence: 0.4, score, signs: ranked }
}

/** Bundles decode and load for many reasons; sources with only these actions are tracked up to this length. */
const TAKES_UNITS_MAX = 256 * 1024

/** Returns whether a source contains both a taint source and a sink. */
function isWorthFollowing({ counts }: Marks, units: number): boolean {
  const {
    evaluates,
    commands,
    decodes,
    asks,
    resolves,
    environment,
    credentials,
    host,
    escapes,
    mangled,
    pieces,
    takes,
  } = counts
  const runs = evaluates + commands > 0
  const leaves = asks + resolves > 0
  const secrets = environment + credentials + host > 0
  return (
    (runs && decodes + asks + resolves + escapes + mangled + pieces > 0) ||
    (leaves && secrets) ||
    (decodes > 0 && resolves + pieces > 0) ||
    (decodes > 0 && takes > 0 && units <= TAKES_UNITS_MAX)
  )
}
