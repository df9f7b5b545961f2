import { createHash } from 'node:crypto'
import { canonicalJson } from '@gatehouse/kernel'
import { scoreDocument } from '../../detectors/documents/score-document.ts'
import { findInstructions, type InstructionFinding } from '../../detectors/instructions/find-instructions.ts'
import { PII_ENTITIES } from '../../detectors/pii/catalogue.ts'
import { createPiiDetector, type PiiDetector } from '../../detectors/pii/detect.ts'
import { findSecrets } from '../../detectors/secrets/find.ts'
import { makeViews, type ViewName } from '../../text/views.ts'

/** A value as one text, with its hash. */
export interface MemoryText {
  readonly text: string
  readonly hash: string
}

/** Returns the text of a value: itself, or all texts of a JSON value, including names, one per line. */
export function textOf(value: unknown): MemoryText {
  const canonical = canonicalJson(value)
  const hash = createHash('sha256').update(canonical).digest('hex')
  return { text: typeof value === 'string' ? value : linesOf(value).join('\n'), hash }
}

function linesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((element: unknown) => linesOf(element))
  if (typeof value === 'object' && value !== null) {
    // The name before a value may identify it as a secret.
    return Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === 'string' ? [`${name}: ${inner}`] : [name, ...linesOf(inner)],
    )
  }
  return value === undefined || value === null ? [] : [JSON.stringify(value)]
}

export type ContentFinding =
  | InstructionFinding
  | { readonly category: 'secret'; readonly signs: readonly string[]; readonly score: number }
  | { readonly category: 'planted_instruction'; readonly signs: readonly string[]; readonly score: number }
  | { readonly category: 'pii'; readonly signs: readonly string[]; readonly score: number }

export interface ContentRules {
  readonly injection_threshold: number
  readonly planted_threshold: number
  readonly secrets: boolean
  readonly pii: PiiDetector | undefined
}

/** Everything that was found in a text, the gravest first. */
export function screen(
  text: string,
  { injection_threshold, planted_threshold, secrets, pii }: ContentRules,
): ContentFinding[] {
  const found: ContentFinding[] = [...findInstructions(text, 'memory', injection_threshold)]
  const planted = scoreDocument(text)
  if (planted.score >= planted_threshold) {
    const { signs, score } = planted
    found.push({ category: 'planted_instruction', signs, score: Math.round(score * 1_000) / 1_000 })
  }
  if (secrets) found.push(...secretFindings(text))
  if (pii !== undefined) {
    const types = [...new Set(pii.detect(makeViews(text)).map(({ type }) => type))].sort()
    if (types.length > 0) found.push({ category: 'pii', signs: types, score: PII_SCORE })
  }
  return found
}

const PII_SCORE = 0.8

/** A credential may be encoded. */
const SECRET_VIEWS: readonly ViewName[] = ['original', 'decoded']
const SECRET_VIEWS_MAX = 4

function secretFindings(text: string): ContentFinding[] {
  const kinds = new Set<string>()
  let score = 0
  for (const view of makeViews(text).views(SECRET_VIEWS).slice(0, SECRET_VIEWS_MAX)) {
    for (const finding of findSecrets(view.text)) {
      kinds.add(finding.kind)
      score = Math.max(score, finding.score)
    }
  }
  return kinds.size === 0 ? [] : [{ category: 'secret', signs: [...kinds].sort(), score }]
}

/** Credentials are evaluated separately, independent of the entities. */
const ENTITIES = PII_ENTITIES.filter(({ name }) => !['SECRET', 'LOCATION', 'ORGANIZATION'].includes(name))

let detector: PiiDetector | undefined

/** The detector of personal data that memory is screened with. */
export function memoryPii(): PiiDetector {
  detector ??= createPiiDetector(ENTITIES, PII_THRESHOLD)
  return detector
}

const PII_THRESHOLD = 0.5
