import type { AiSanitization } from '@gatehouse/contracts/verdicts'
import { mask } from '../../detectors/pii/actions/mask.ts'
import type { Span } from '../../engine/guard.ts'
import type { ProposedRedaction, Review } from './model-review.ts'
import type { Payload } from './payload.ts'

export interface AppliedReview {
  readonly spans: readonly Span[]
  readonly ai: AiSanitization
  /** Set if the model requests a redaction that cannot be located. The text would be sent unchanged. */
  readonly error?: string
}

/** Placeholder of a redacted value for callers: even its length is hidden. */
const WITHHELD = '********'

/** Texts up to this length are replaced only as separate words. */
const SHORT_CHARS_MAX = 3

/**
 * Locates the redactions that a model requests. A redaction is applied wherever its original occurs in the payload, and only there; the
 * verdict shows originals masked. docs/spec/guard.md "Agents".
 * @param shown the payload as the model saw it
 */
export function appliedReview(review: Review, payload: Payload, shown: string): AppliedReview {
  const spans: Span[] = []
  const redactions: AiSanitization['redactions'] = []
  let notFound = 0
  for (const proposed of review.redactions) {
    const places = payloadRanges(payload, proposed.original)
    if (places.length === 0) {
      // An already replaced text needs no redaction. An unlocated text was invented or misread.
      if (!shown.includes(proposed.original)) notFound++
      continue
    }
    const replacement = replacementOf(proposed)
    for (const { start, end } of places) spans.push({ start, end, label: 'REDACTED', replacement })
    redactions.push({ original: WITHHELD, replacement, reason: proposed.reason })
  }
  const { verdict, reasoning } = review
  const ai = { verdict, reasoning, redactions, ...(notFound > 0 ? { not_found: notFound } : {}) }
  const isMissing = verdict === 'redact' && spans.length === 0 && (notFound > 0 || review.redactions.length === 0)
  return isMissing
    ? { spans, ai, error: 'The model requests redaction of text that does not occur in the payload.' }
    : { spans, ai }
}

function replacementOf({ masked, original, replacement }: ProposedRedaction): string {
  return masked ? mask(original, false) : replacement
}

interface PayloadRange {
  readonly start: number
  readonly end: number
}

/** Returns the locations of a text: in the values of the payload, as JSON text, or across keys and values. */
function payloadRanges(payload: Payload, original: string): readonly PayloadRange[] {
  const texts = occurrences(payload.text, original)
  if (texts.length > 0) return texts
  const unescaped = unescapedOf(original)
  const meant = unescaped === undefined ? [] : occurrences(payload.text, unescaped)
  if (meant.length > 0) return meant
  return payload.documents.flatMap((document) =>
    occurrences(document.raw, original).flatMap(({ start, end }) => {
      const range = document.toText(start, end)
      return range === undefined ? [] : [range]
    }),
  )
}

function occurrences(text: string, part: string): readonly PayloadRange[] {
  if (part.trim() === '') return []
  const found: PayloadRange[] = []
  const isShort = part.length <= SHORT_CHARS_MAX
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    const end = at + part.length
    if (!isShort || (isEdge(text, at - 1) && isEdge(text, end))) found.push({ start: at, end })
  }
  return found
}

const WORDY = /[\p{L}\p{N}_]/u

function isEdge(text: string, at: number): boolean {
  return at < 0 || at >= text.length || !WORDY.test(text[at]!)
}

function unescapedOf(text: string): string | undefined {
  if (!text.includes('\\')) return undefined
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return undefined
  }
}
