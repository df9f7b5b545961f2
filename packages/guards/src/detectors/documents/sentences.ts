/** Maximum number of characters of a document, and of evaluated sentences: other guards read the rest. */
export const DOCUMENT_CHARS_MAX = 200_000
export const SENTENCES_MAX = 2_000

/** Minimum length of a sentence in characters, or words in scripts with spaces. Shorter texts are names or numbers. */
const SENTENCE_CHARS_MIN = 12
const SENTENCE_WORDS_MIN = 4

/** Minimum number of words of a table cell: shorter cells contain titles and names. */
const CELL_WORDS_MIN = 6

const CELL_END = 124

/** Maximum length of a sentence. Longer ones are truncated, because an instruction fits into this length. */
const SENTENCE_CHARS_MAX = 400

/** Scripts without spaces between words. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/

/** A sentence of a document, with its offset. */
export interface Sentence {
  readonly text: string
  readonly start: number
}

/** Returns the sentences, lines and cells of a document that are long enough, in order. Linear. */
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
    if (isSubstantial(text, isCell ? CELL_WORDS_MIN : SENTENCE_WORDS_MIN)) {
      sentences.push({ text, start: start + whole.length - whole.trimStart().length })
    }
    start = at + 1
  }
  return sentences
}

function endsAt(document: string, at: number): boolean {
  const code = document.charCodeAt(at)
  // A line end, or the end of a table cell.
  if (code === 10 || code === CELL_END) return true
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return true
  // `.` `!` `?` `;` `>` only before whitespace: addresses and numbers contain them too.
  const isMark = code === 46 || code === 33 || code === 63 || code === 59 || code === 62
  return isMark && document.charCodeAt(at + 1) <= 32
}

function isSubstantial(text: string, words: number): boolean {
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
