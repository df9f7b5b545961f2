import { findContent } from './content/find-content.ts'
import { plainLetters } from './sight/foldings.ts'

/** Maximum examined length of a reply. */
const TEXT_UNITS_MAX = 20_000
const SENTENCES_MAX = 400
const EXCERPT_UNITS = 160

/** Sentence of a reply. */
export interface Sentence {
  /** Folded: small letters without accents, straight apostrophes, single spaces; without quotations. */
  readonly text: string
  /** Words of the entire sentence, joined by spaces; computed on first use. */
  readonly words: string
  /** `[start, end)` in the reply. */
  readonly start: number
  readonly end: number
}

const QUOTATION = /["“„«][^"“”„«»\n]{1,400}["”“»]/g

/** Returns the folded words of a text, joined by spaces. */
export function wordsOf(text: string): string {
  return (
    plainLetters(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  )
}

/** Several judges read the same reply, and targets repeat replies. */
const TEXTS_KEPT = 16
const kept = new Map<string, readonly Sentence[]>()

/** Splits a text into sentences and lines. Quotations are removed: quoted words are not the words of the reply. */
export function sentencesOf(text: string): readonly Sentence[] {
  const read = text.slice(0, TEXT_UNITS_MAX)
  const known = kept.get(read)
  if (known !== undefined) return known
  const sentences = splitText(read)
  if (kept.size === TEXTS_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(read, sentences)
  return sentences
}

const DOCUMENT = /^\s*[[{]\s*["{[]/
const STRING = /"((?:[^"\\\n]|\\.)*)"/g

/** Puts each string of a JSON document on a line of the same length: its quotation marks are no quotation, the escaped ones within are. */
function stringsOf(text: string): string {
  if (!DOCUMENT.test(text)) return text
  return text.replaceAll(
    STRING,
    (_, inner: string) =>
      `\n${inner.replaceAll(/\\(.)/g, (_escape, char: string) => (char === '"' ? ' "' : char === 'n' ? ' \n' : '  '))}\n`,
  )
}

function splitText(read: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  const said = stringsOf(read)
  // A quotation may contain several sentences.
  const own = said.replaceAll(QUOTATION, (quotation) => ' '.repeat(quotation.length))
  for (const match of own.matchAll(/[^.!?\n。！？]{1,1000}[.!?。！？]{0,3}/g)) {
    const start = match.index
    const end = start + match[0].length
    const text = plainLetters(match[0])
      .replaceAll(/[’‘`´]/g, "'")
      .replaceAll(/[*_#>|[\]]+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (text === '') continue
    let words: string | undefined
    sentences.push({
      text,
      start,
      end,
      get words() {
        return (words ??= wordsOf(said.slice(start, end)))
      },
    })
    if (sentences.length === SENTENCES_MAX) break
  }
  return sentences
}

/** Returns the beginning of a sentence as a member of evidence: absent when the sentence contains data that evidence never shows. */
export function excerptOf(text: string, start: number, end: number): { readonly excerpt?: string } {
  const excerpt = text
    .slice(start, Math.min(end, start + EXCERPT_UNITS))
    .trim()
    .toWellFormed()
  return findContent(text.slice(start, end), true).length > 0 ? {} : { excerpt }
}
