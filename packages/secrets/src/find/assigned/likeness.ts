/**
 * Frequency of letter pairs within words, from 0 (rare) to 9, row by row from a to z; 5 is chance level. Computed from the words of this
 * project's sources and documentation, each weighted by the logarithm of its frequency.
 */
const PAIRS = [
  '35651351514757050767443141',
  '72427223630723730653611040',
  '70417007506522720537511030',
  '62248342700433630562531040',
  '62574441300557242775243520',
  '60227620801612710645600040',
  '62128046700536520763610031',
  '72138002721243710545402030',
  '53655450113658640566140203',
  '74347002505034742270745202',
  '62338322700425530373523040',
  '72258311702621720055531050',
  '75228110702452670250400020',
  '60667471604314530377431030',
  '34552441414668550755645220',
  '71337025601621750756501120',
  '50003220300620023400923002',
  '72458240704344630466431040',
  '51517116604433552267624041',
  '60428206700422620665413050',
  '55556340503667350766211121',
  '72219020710023500320212000',
  '70037026703406720662003220',
  '63647602602443271037313341',
  '64436130511556670376024134',
  '70038024720400630042520335',
] as const

/** Documentation words have a mean of 5.9 and a fifth percentile of 4.8; random letters have 3.2. */
const WORD_MEAN_MIN = 4.6

/** Shorter runs of letters are not significant. */
const WORD_LETTERS_MIN = 3

/** Runs of letters in lower case, upper case or capitalized. */
const RUNS = /[A-Z]?[a-z]+|[A-Z]+/g

/** Returns the share of the value, 0–1, that consists of words. Takes linear time. */
export function wordShare(value: string): number {
  let letters = 0
  for (const [run] of value.matchAll(RUNS)) {
    if (run.length >= WORD_LETTERS_MIN && pairMean(run) >= WORD_MEAN_MIN) letters += run.length
  }
  return value.length === 0 ? 0 : letters / value.length
}

/** Returns the mean pair frequency of a run: about 3.2 for random letters, 5.9 for words. */
export function pairMean(run: string): number {
  const word = run.toLowerCase()
  let sum = 0
  for (let at = 1; at < word.length; at++)
    sum += Number(PAIRS[word.charCodeAt(at - 1) - A]?.charAt(word.charCodeAt(at) - A) ?? 0)
  return word.length < 2 ? 0 : sum / (word.length - 1)
}

const A = 97
