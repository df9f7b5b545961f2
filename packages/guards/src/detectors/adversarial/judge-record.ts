import { type Judgement, judgeText } from './judge-text.ts'

/** With fewer words a value is a name, a state or a title: the classifier knows no such texts and is easily misled by them. */
const WORDS_MIN = 4

/** Scripts that put no space between words, and how much of one says something. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/
const UNSPACED_CHARS_MIN = 6

/**
 * Judges the values of a record, a line each: those that read like sentences as any text, and all of them in one go, since an
 * order may be split over neighbours. What only came together there counts where a rule names it; the classifier would take
 * lists of words like `system`, `rules` and `ignore` for an order. Linear.
 */
export function judgeRecord(text: string): Judgement {
  const lines = text.split('\n')
  const sentences = lines.filter(saysSomething)
  const said = withoutDoubt(judgeText(sentences.join('\n')))
  if (lines.length < 2) return said
  const together = judgeText(lines.map(ends).join(' '))
  return together.signs.length > 0 && together.score > said.score ? together : said
}

/** What the classifier must score where no rule names an attack: a record is data, and most of its sentences address nobody. */
const CLASSIFIER_SCORE_MIN = 0.6
/** Below the default threshold, and still marked as suspicious. */
const DOUBTFUL_SCORE_MAX = 0.44

function withoutDoubt(judged: Judgement): Judgement {
  if (judged.signs.length > 0 || judged.score >= CLASSIFIER_SCORE_MIN) return judged
  return { ...judged, score: Math.min(judged.score, DOUBTFUL_SCORE_MAX) }
}

/** What neighbours of a line could complete; what stands between was judged with it. */
const END_CHARS = 600

function ends(line: string): string {
  if (line.length <= 2 * END_CHARS) return line
  return `${line.slice(0, END_CHARS)}\n\n${line.slice(-END_CHARS)}`
}

function saysSomething(line: string): boolean {
  if (UNSPACED.test(line)) return line.length >= UNSPACED_CHARS_MIN
  return line.trim().split(/\s+/, WORDS_MIN).length >= WORDS_MIN
}
