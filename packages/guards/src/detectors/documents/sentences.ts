/** Characters of a document that are read, and sentences that are judged: what is left is read by other guards. */
export const DOCUMENT_CHARS_MAX = 200_000
export const SENTENCES_MAX = 2_000

/** A sentence of fewer characters, or words where a script writes them apart, is a name or a number and no order. */
const SENTENCE_CHARS_MIN = 12
const SENTENCE_WORDS_MIN = 4

/** Cells of tables hold titles and names of several words. */
const CELL_WORDS_MIN = 6

const CELL_END = 124

/** A longer one is cut: an order says what it wants within so much. */
const SENTENCE_CHARS_MAX = 400

/** Scripts that put no space between words. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/

/** A sentence of a document, and where it begins there. */
export interface Sentence {
  readonly text: string
  readonly start: number
}

/**
 * The sentences, lines and cells of a document that are long enough to say something, in order. Linear.
 */
export function sentencesOf(document: string): Sentence[] {
  const sentences: Sentence[] = []
  const end = Math.min(document.length, DOCUMENT_CHARS_MAX)
  let start = 0
  for (let at = 0; at < end && sentences.length < SENTENCES_MAX; at += 1) {
    const isLast = at === end - 1
    if (!isLast && !endsAt(document, at) && at - start < SENTENCE_CHARS_MAX) continue
    const isCell = document.charCodeAt(at) === CELL_END
    const whole = document.slice(start, isCell ? at : at + 1)
    const text = whole.trim()
    if (saysSomething(text, isCell ? CELL_WORDS_MIN : SENTENCE_WORDS_MIN)) {
      sentences.push({ text, start: start + whole.length - whole.trimStart().length })
    }
    start = at + 1
  }
  return sentences
}

function endsAt(document: string, at: number): boolean {
  const code = document.charCodeAt(at)
  // The end of a line, a cell of a table.
  if (code === 10 || code === CELL_END) return true
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return true
  // . ! ? ; > only before a blank: addresses and numbers hold them too.
  const isMark = code === 46 || code === 33 || code === 63 || code === 59 || code === 62
  return isMark && document.charCodeAt(at + 1) <= 32
}

function saysSomething(text: string, words: number): boolean {
  if (text.length < SENTENCE_CHARS_MIN) return false
  return UNSPACED.test(text) || hasWords(text, words)
}

function hasWords(text: string, words: number): boolean {
  let blanks = 0
  for (let at = 1; at < text.length; at += 1) {
    if (text.charCodeAt(at) <= 32 && text.charCodeAt(at - 1) > 32) blanks += 1
    if (blanks >= words - 1) return true
  }
  return false
}
