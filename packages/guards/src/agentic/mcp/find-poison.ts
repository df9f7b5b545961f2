import { canonicalHash } from '@gatehouse/kernel'
import { findInstructions } from '../../detectors/instructions/find-instructions.ts'
import type { ToolTexts } from './tool-definition.ts'
import { type ReadTexts, readTexts } from './tool-texts.ts'

/** Definitions whose findings are remembered: the same one comes with every call. The oldest is forgotten first. */
const KEPT_MAX = 2_000
const kept = new Map<string, readonly string[]>()

/**
 * What in a definition is written to steer the model: every text of it, those in the schemas included, where parameters
 * have descriptions, defaults and names of their own.
 * @returns `category:sign`, in order; empty when nothing was found; `unreadable:too_large` or `unreadable:too_deep` for what cannot be
 *   read to its end, since nobody knows then what it says
 */
export function findPoison(name: string, texts: ToolTexts): readonly string[] {
  const read = readTexts(name, texts)
  if ('unreadable' in read) return [UNREADABLE + read.unreadable]
  const key = canonicalHash({ name, ...texts })
  let findings = kept.get(key)
  if (findings === undefined) {
    findings = poisonIn(read)
    kept.set(key, findings)
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!)
  }
  return findings
}

const UNREADABLE = 'unreadable:'

/**
 * Why a definition was not read to its end, in words: nobody knows then what it says, which is no finding about it.
 * @param findings  of {@link findPoison}
 */
export function unreadableWhy(findings: readonly string[]): string | undefined {
  return findings
    .find((finding) => finding.startsWith(UNREADABLE))
    ?.slice(UNREADABLE.length)
    .replaceAll('_', ' ')
}

/**
 * What the classifier must score where no sign is found. It has learned what users write, and descriptions are orders too:
 * at the usual threshold it takes one in ten harmless ones for attacks ("Returns the text that it is given").
 */
const CLASSIFIER_MIN = 0.9

function poisonIn({ own, inSchemas, spread }: Extract<ReadTexts, { readonly own: string }>): readonly string[] {
  // Long texts each by itself, so that none is watered down by the others; and all together, since an order may be spread.
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
 * What a line of single words must score: names of parameters such as `ignore_previous` and `all` come together to one sign by
 * chance, which by itself scores 0.92.
 */
const LINE_MIN = 0.93

/** A description of a parameter that says more than what it is. */
const LONG_CHARS = 80

/** What is judged at once, and what of it is judged again with what follows: an order may stand where a slice ends. */
const SLICE_CHARS = 32_768
const OVERLAP_CHARS = 2_048

function slicesOf(text: string): readonly string[] {
  const slices = [text.slice(0, SLICE_CHARS)]
  for (let end = SLICE_CHARS; end < text.length; end += SLICE_CHARS - OVERLAP_CHARS) {
    slices.push(text.slice(end - OVERLAP_CHARS, end - OVERLAP_CHARS + SLICE_CHARS))
  }
  return slices
}
