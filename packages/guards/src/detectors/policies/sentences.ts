/**
 * Maximum number of characters that are split into sentences, half of them at each end of a longer text, and of evaluated sentences: each
 * is evaluated by every policy of a stage. The whole text is evaluated as well.
 */
const CHARS_MAX = 40_000
const SENTENCES_MAX = 500

/** Minimum number of words of a sentence; a shorter one is joined with the next one. */
const WORDS_MIN = 4

/** Maximum length of a sentence; a longer one is cut between words. A violation fits in this length. */
const SENTENCE_CHARS_MAX = 400

/** Sentence ends: a mark before whitespace, a mark of a script without spaces, a line end. */
const ENDS = /[.!?;](?=\s)|[。！？；]|\n/g

/** Returns the sentences of a text, in order; short ones are joined with their neighbors. Linear, and bounded. */
export function sentencesOf(text: string): readonly string[] {
  const half = CHARS_MAX / 2
  const read = text.length <= CHARS_MAX ? text : `${text.slice(0, half)}\n${text.slice(-half)}`
  const sentences: string[] = []
  let open = ''
  const take = (piece: string, isLast: boolean): void => {
    open += piece
    if (!isLast && !hasWords(open)) return
    const sentence = open.trim()
    open = ''
    if (sentence === '') return
    if (hasWords(sentence) || sentences.length === 0) sentences.push(sentence)
    else sentences.push(`${sentences.pop()!} ${sentence}`)
  }
  let from = 0
  for (const { index, 0: mark } of read.matchAll(ENDS)) {
    for (const piece of cut(read.slice(from, index + mark.length))) take(piece, false)
    from = index + mark.length
  }
  for (const piece of cut(read.slice(from))) take(piece, false)
  take('', true)
  if (sentences.length <= SENTENCES_MAX) return sentences
  return [...sentences.slice(0, SENTENCES_MAX / 2), ...sentences.slice(-SENTENCES_MAX / 2)]
}

function* cut(sentence: string): Generator<string> {
  let from = 0
  while (sentence.length - from > SENTENCE_CHARS_MAX) {
    const blank = sentence.lastIndexOf(' ', from + SENTENCE_CHARS_MAX)
    const end = blank > from ? blank : from + SENTENCE_CHARS_MAX
    yield sentence.slice(from, end)
    from = end
  }
  yield sentence.slice(from)
}

/** Whether a sentence is long enough to be evaluated; in scripts without spaces, its characters count. */
function hasWords(text: string): boolean {
  return text.trim().split(/\s+/, WORDS_MIN).length >= WORDS_MIN || /[\u3040-\u9fff\u0e00-\u0eff]{6}/.test(text)
}
