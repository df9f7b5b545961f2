import { canonicalHash } from '@gatehouse/kernel'
import { findInstructions } from '../../detectors/instructions/find-instructions.ts'
import type { ToolTexts } from './tool-definition.ts'
import { type ReadTexts, readTexts } from './tool-texts.ts'

/** Maximum number of cached results by definition: each call has the same definition. The oldest is evicted first. */
const KEPT_MAX = 2_000
const poisonCache = new Map<string, readonly string[]>()

/**
 * Finds instructions to the model in a tool definition: in all of its texts, including descriptions, defaults and names in the schemas.
 * @returns `category:sign`, in order; empty for none; `unreadable:too_large` or `unreadable:too_deep` for a definition that cannot be read
 * completely
 */
export function findPoison(name: string, texts: ToolTexts): readonly string[] {
  const read = readTexts(name, texts)
  if ('unreadable' in read) return [UNREADABLE + read.unreadable]
  const key = canonicalHash({ name, ...texts })
  let findings = poisonCache.get(key)
  if (findings === undefined) {
    findings = poisonIn(read)
    poisonCache.set(key, findings)
    if (poisonCache.size > KEPT_MAX) poisonCache.delete(poisonCache.keys().next().value!)
  }
  return findings
}

const UNREADABLE = 'unreadable:'

/**
 * Returns why a definition was not read completely, as a sentence; the rest of its content is unknown.
 * @param findings of {@link findPoison}
 */
export function unreadableWhy(findings: readonly string[]): string | undefined {
  return findings
    .find((finding) => finding.startsWith(UNREADABLE))
    ?.slice(UNREADABLE.length)
    .replaceAll('_', ' ')
}

/**
 * Minimum classifier score without a sign. Its training data are user messages, and descriptions are instructions too: at the usual
 * threshold it flags one in ten harmless ones ("Returns the text that it is given").
 */
const CLASSIFIER_MIN = 0.9

function poisonIn({ own, inSchemas, spread }: Extract<ReadTexts, { readonly own: string }>): readonly string[] {
  // Long texts each on its own, so that none is watered down by the others; and all together, since an order may be spread.
  const long = inSchemas.filter((text) => text.length >= LONG_CHARS)
  const judged = new Set([own, ...long, [own, ...inSchemas].join('\n')].flatMap(slicesOf))
  const found = new Set<string>()
  for (const text of judged) {
    for (const { category, signs } of findInstructions(text, 'tool', CLASSIFIER_MIN)) {
      for (const sign of signs.length === 0 ? ['classifier'] : signs) found.add(`${category}:${sign}`)
    }
  }
  for (const line of spread.flatMap(slicesOf)) {
    for (const { category, signs } of findInstructions(line, 'tool', LINE_MIN)) {
      for (const sign of signs) found.add(`${category}:${sign}`)
    }
  }
  return [...found].sort()
}

/**
 * Minimum score for a line of single words: parameter names such as `ignore_previous` and `all` combine to one sign by chance, which alone
 * scores 0.92.
 */
const LINE_MIN = 0.93

/** Minimum length of a long parameter description. */
const LONG_CHARS = 80

/** Size of a slice that is evaluated at once, and the overlap with the next slice: an instruction may be at a boundary. */
const SLICE_CHARS = 32_768
const OVERLAP_CHARS = 2_048

function slicesOf(text: string): readonly string[] {
  const slices = [text.slice(0, SLICE_CHARS)]
  for (let end = SLICE_CHARS; end < text.length; end += SLICE_CHARS - OVERLAP_CHARS) {
    slices.push(text.slice(end - OVERLAP_CHARS, end - OVERLAP_CHARS + SLICE_CHARS))
  }
  return slices
}
