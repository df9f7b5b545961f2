import type { FindingSeverity } from '@gatehouse/contracts/scans'
import type { CoverageGap, GapReason, Observation, ObservationMetadata } from '@gatehouse/scan-engine'
import type { Judgement } from './code/judge.ts'
import { lineOf, snippetOf } from './source.ts'

export const SCANNER = 'MALICIOUS_PKG'

/** Embedded malicious code. */
export const MALICIOUS_CODE = 'CWE-506'
/** Reliance on a component that is not sufficiently trustworthy. */
export const UNTRUSTED_COMPONENT = 'CWE-1357'

/** Remediation for a malicious package. */
export const REMEDY =
  'Remove the package, treat every machine and build that installed it as compromised, and rotate all ' +
  'credentials that were accessible there: registry and version control tokens, cloud keys, SSH keys, build variables.'

export interface Sight {
  readonly ruleId: string
  readonly severity: FindingSeverity
  readonly confidence: number
  readonly title: string
  readonly description: string
  readonly filePath: string
  readonly line: number
  readonly identity: readonly string[]
  readonly cweId?: string
  readonly snippet?: string
  readonly metadata?: ObservationMetadata
}

export function observe({ line, cweId = MALICIOUS_CODE, metadata = {}, ...sight }: Sight): Observation {
  return { scanner: SCANNER, ...sight, startLine: line, endLine: line, cweId, owasp: ['A08:2021'], metadata }
}

export function gapOf(reason: GapReason, detail: string, filePath?: string): CoverageGap {
  return { scanner: SCANNER, reason, detail, ...(filePath === undefined ? {} : { filePath }) }
}

/** Judged source and its location. */
export interface JudgedSource {
  readonly path: string
  readonly text: string
  /** Package, or other owner of the source. */
  readonly owner: string
  /** Install script that starts it, if any. */
  readonly hook?: string
  readonly isOfProject?: boolean
}

/** Creates one finding for one source, with all its indicators. */
export function observeSource(
  judgement: Judgement,
  { path, text, owner, hook, isOfProject }: JudgedSource,
): Observation {
  const { severity, confidence, signs, score } = judgement
  const [first] = signs
  const start = first?.start ?? 0
  const all = signs.map(({ says, start: at }) => `- line ${lineOf(text, at)}: it ${says}`).join('\n')
  const when = hook === undefined ? '' : ` It runs ${hook}, before anyone can review it.`
  const doubt =
    severity === 'MEDIUM'
      ? 'Each of these can be legitimate: review the code before you trust the package.'
      : isOfProject === true
        ? 'Review the code before it runs again. If the project cannot explain it, treat the machines where it ran as compromised, and rotate their credentials.'
        : `Review the code before it runs again. If you cannot explain it: ${REMEDY}`
  return observe({
    ruleId: `malicious/${first?.kind ?? 'code'}`,
    severity,
    confidence,
    title: `${owner}: ${hook === undefined ? 'its code' : 'its install script'} ${first?.says ?? 'is suspicious'}`,
    description: `Signs of malicious code in this source of ${owner}:\n${all}\n\n${when.trim()}${when === '' ? '' : ' '}${doubt}`,
    filePath: path,
    line: lineOf(text, start),
    snippet: snippetOf(text, start),
    identity: ['malicious-code', owner, first?.kind ?? ''],
    metadata: { owner, signs: signs.map(({ kind }) => kind), score, ...(hook !== undefined && { hook }) },
  })
}
