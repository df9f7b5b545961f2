import { type Judgement, judgeText } from './judge-text.ts'

/** Minimum number of words. Shorter values are names, states or titles, for which the classifier has no training data. */
const WORDS_MIN = 4

/** Scripts without spaces between words, and the minimum number of their characters. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/
const UNSPACED_CHARS_MIN = 6

/**
 * Evaluates the values of a record, one per line: sentence-like values individually, and all of them together, because an instruction may
 * be split over neighbors. A result for the combination counts only with a rule match, because the classifier would mistake lists of words
 * like
 * `system`, `rules` and `ignore` for an instruction. Takes linear time.
 */
export function judgeRecord(text: string): Judgement {
  const lines = text.split('\n')
  const sentences = lines.filter(isSubstantial)
  const judgement = withoutDoubt(judgeText(sentences.join('\n')))
  if (lines.length < 2) return judgement
  const together = judgeText(lines.map(ends).join(' '))
  return together.signs.length > 0 && together.score > judgement.score ? together : judgement
}

/** Minimum classifier score without a rule match: a record is data, and most of its sentences have no addressee. */
const CLASSIFIER_SCORE_MIN = 0.6
/** Below the default threshold, and still marked as suspicious. */
const DOUBTFUL_SCORE_MAX = 0.44

function withoutDoubt(judged: Judgement): Judgement {
  if (judged.signs.length > 0 || judged.score >= CLASSIFIER_SCORE_MIN) return judged
  return { ...judged, score: Math.min(judged.score, DOUBTFUL_SCORE_MAX) }
}

/** Length of the part of a neighboring line that may complete a sentence. */
const END_CHARS = 600

function ends(line: string): string {
  if (line.length <= 2 * END_CHARS) return line
  return `${line.slice(0, END_CHARS)}\n\n${line.slice(-END_CHARS)}`
}

function isSubstantial(line: string): boolean {
  if (UNSPACED.test(line)) return line.length >= UNSPACED_CHARS_MIN
  return line.trim().split(/\s+/, WORDS_MIN).length >= WORDS_MIN
}
