import { decodedIn } from '../decode/decode.ts'
import type { Candidate } from './candidate.ts'
import { findSecrets, type Found } from './find-secrets.ts'
import type { Nature } from './nature.ts'

/** A candidate with its value. An encoded one has the location of its encoded form. */
export interface Hit extends Candidate {
  /** The bytes of the value as characters of Latin-1. */
  readonly value: string
  /** Encodings around the value, the outermost first. */
  readonly via: readonly string[]
}

export interface ScannedText {
  /** By their starts. */
  readonly hits: readonly Hit[]
  /** Offsets of suppression comments. */
  readonly allowances: Found['allowances']
}

/** Encodings within encodings; the second is common (a file of settings in a secret of Kubernetes), a fourth is not. */
const DECODE_DEPTH_MAX = 3

/** UTF-16 text within binary data, as in Windows programs. */
const WIDE = /(?:[\x20-\x7e]\0){16,4096}/g

/** Finds secrets in a text, in its encoded parts, and, in binary files, in UTF-16 strings. */
export function scanText(text: string, nature: Nature): ScannedText {
  const { candidates, allowances } = findSecrets(text, nature)
  const hits: Hit[] = candidates.map((candidate) => ({
    ...candidate,
    value: text.slice(candidate.start, candidate.end),
    via: [],
  }))
  const wide = nature.form === 'binary' ? inWide(text, nature) : []
  const all = hits.concat(wide, inDecoded(text, nature, 1, hits))
  return { hits: all.toSorted((left, right) => left.start - right.start), allowances }
}

function inDecoded(text: string, nature: Nature, depth: number, known: readonly Hit[]): Hit[] {
  const hits: Hit[] = []
  for (const { text: inner, start, end, encoding } of decodedIn(text)) {
    // A secret found in plain text is not reported again from its decoded form.
    if (known.some((hit) => hit.start < end && hit.end > start)) continue
    const innerNature: Nature = { ...nature, form: encoding === 'percent' ? 'prose' : 'lines' }
    const direct: Hit[] = findSecrets(inner, innerNature).candidates.map((candidate) => ({
      ...candidate,
      value: inner.slice(candidate.start, candidate.end),
      via: [],
    }))
    const found = depth < DECODE_DEPTH_MAX ? direct.concat(inDecoded(inner, innerNature, depth + 1, direct)) : direct
    for (const hit of found) hits.push({ ...hit, start, end, via: [encoding, ...hit.via] })
  }
  return hits
}

function inWide(text: string, nature: Nature): Hit[] {
  if (!text.includes('\0')) return []
  const hits: Hit[] = []
  for (const { 0: run, index } of text.matchAll(WIDE)) {
    const narrow = run.replaceAll('\0', '')
    for (const candidate of findSecrets(narrow, nature).candidates) {
      const value = narrow.slice(candidate.start, candidate.end)
      const start = index + candidate.start * 2
      hits.push({ ...candidate, start, end: index + candidate.end * 2, value, via: ['utf-16'] })
    }
  }
  return hits
}
