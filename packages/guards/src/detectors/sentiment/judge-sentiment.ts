import { DEGREES, EMOJI_FEELINGS, FEELINGS, NEGATIONS } from './words.ts'

/** The feeling of a text. */
export interface Sentiment {
  /** From -1, fully negative, to 1, fully positive; 0 without any sentiment. */
  readonly polarity: number
  /** Share of the text with sentiment, from 0 to 1: words of either polarity. */
  readonly strength: number
  /** Set where most of the text is in a script without known words: then 0 has no meaning. */
  readonly isForeign: boolean
  /** Lines that a program wrote, which were left out. */
  readonly logLines: number
}

/** Maximum number of characters that are read: the start and the end of a longer text. */
const READ_CHARS_MAX = 8_000

const TOKEN = /[\p{L}\p{M}]+(?:['’]\p{L}+)?|[\p{Extended_Pictographic}❤]|[!?.;,:]/gu
const MARKS = /[\p{M}'’]/gu

/** Words over which a negation or a degree reaches. */
const REACH = 3
/** Factor of a negation: "not good" is negative, and weaker than "bad". */
const NEGATED = -0.7
/** A clause after "but" has more weight. */
const AFTER_BUT = 1.5
const BUT = new Set([
  'but',
  'however',
  'although',
  'aber',
  'jedoch',
  'mais',
  'pero',
  'ma',
  'mas',
  'maar',
  'ale',
  'но',
  'ama',
])

/** Sum of feelings at which half of the scale is reached. */
const HALF = 2.5

/** Scripts of the languages with known words. */
const KNOWN_SCRIPT = /[\p{Script=Latin}\p{Script=Cyrillic}]/gu
const LETTER = /\p{L}/gu

/** Prefixes of log lines: a time, a level, a stack location, the name of an error. */
const LOG_LINE =
  /^[\s|>#*-]{0,16}(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d|[[(<]?(?:ERROR|WARN(?:ING)?|INFO|FATAL|DEBUG|TRACE|CRITICAL|NOTICE|SEVERE|PANIC|ERR!?|FAIL(?:ED)?)[\])>]?(?=[\s:!]|$)|(?:error|warning|fatal|panic|fail(?:ed|ure)?)\b[\w[\]() ]{0,24}:|npm ERR!|at [\w$.<>/]{1,120} ?\(|Traceback \(|File "|Caused by:|[\w.$]{1,120}(?:Error|Exception|Failure)\b ?[:(]|exit(?:ed with)? (?:code|status))/

/** Frequent words in program output, without sentiment unless a person speaks or is addressed. */
const OF_PROGRAMS = new Set(
  'fail failed fails failure failing error errors wrong broken slow issue problem problems crash crashed crashes lost refused refuse exhausted missing delay delayed late bug buggy unstable impossible stuck damaged defective faulty never nothing ignored confused weak unreliable'.split(
    ' ',
  ),
)
const PROGRAM_SHARE = 0.2
const PERSON =
  /\b(?:i|im|i[’']m|i[’']ve|we|we[’']re|my|me|our|us|you|your|you[’']re|ich|wir|mein\p{L}{0,2}|ihr\p{L}{0,2}|sie|je|j[’']ai|nous|mon|ma|vous|votre|yo|mi|me|nos|su|io|mio|mia|noi|voi|eu|meu|minha|nos|voce|ik|wij|mijn|uw|ja|moj\p{L}{0,2}|мы|мой|моя|вы|ваш\p{L}{0,2}|ben|benim)\b|(?<!\p{L})я(?!\p{L})/iu

/** Reads the feeling of a text, by words, negations, degrees, emoji and emphasis. Linear. */
export function judgeSentiment(text: string): Sentiment {
  const whole =
    text.length <= READ_CHARS_MAX ? text : `${text.slice(0, READ_CHARS_MAX / 2)} ${text.slice(-READ_CHARS_MAX / 2)}`
  const { read, logLines } = withoutLogs(whole)
  const isPersonal = PERSON.test(read)
  let good = 0
  let bad = 0
  let weight = 1
  let negatedFor = 0
  let degree = 1
  let degreeFor = 0
  let count = 0
  for (const [token] of read.matchAll(TOKEN)) {
    const word = token.toLowerCase().normalize('NFD').replaceAll(MARKS, '')
    if (BUT.has(word)) weight = AFTER_BUT
    if (/^[!?.;,:]$/.test(token)) {
      negatedFor = 0
      if (token === '.') weight = 1
      continue
    }
    count += 1
    const share = isPersonal || !OF_PROGRAMS.has(word) ? 1 : PROGRAM_SHARE
    const plain = (EMOJI_FEELINGS.get(token) ?? FEELINGS.get(word) ?? 0) * share
    if (plain !== 0) {
      const shouted = token.length > 2 && token === token.toUpperCase() && token !== token.toLowerCase() ? 1.3 : 1
      const feeling = plain * (degreeFor > 0 ? degree : 1) * (negatedFor > 0 ? NEGATED : 1) * shouted * weight
      if (feeling > 0) good += feeling
      else bad -= feeling
    }
    negatedFor = NEGATIONS.has(word) ? REACH : Math.max(0, negatedFor - 1)
    degreeFor = Math.max(0, degreeFor - 1)
    const next = DEGREES.get(word)
    if (next !== undefined) {
      degree = next
      degreeFor = REACH - 1
    }
  }
  const emphasis = /!!|!\?|\?!/u.test(read) ? 1.2 : 1
  const sum = (good - bad) * emphasis
  // A long neutral text with one negative word is not negative.
  const spread = Math.max(1, Math.sqrt(count / 25))
  return {
    polarity: sum / spread / (HALF + Math.abs(sum / spread)),
    strength: (good + bad) / (HALF + good + bad),
    isForeign: isForeign(read),
    logLines,
  }
}

/** Returns the text without log lines. */
function withoutLogs(text: string): { readonly read: string; readonly logLines: number } {
  const lines = text.split('\n')
  const remaining = lines.filter((line) => !LOG_LINE.test(line))
  return { read: remaining.join('\n'), logLines: lines.length - remaining.length }
}

/** Whether fewer than half of the letters are in a script with known words. */
function isForeign(text: string): boolean {
  const letters = text.match(LETTER)?.length ?? 0
  return letters > 0 && (text.match(KNOWN_SCRIPT)?.length ?? 0) * 2 < letters
}
