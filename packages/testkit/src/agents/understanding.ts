import { createHash } from 'node:crypto'
import {
  ASKS_CHINESE_INSIDE,
  ASKS_INSIDE,
  ASKS_LONG,
  ASKS_MODEL,
  ASKS_OTHERS,
  ASKS_ROUNDS,
  ASKS_TOOLS,
  effectsIn,
} from './lexicon.ts'
import type { Effect } from './deeds.ts'

const SYLLABLE = '[bdfghjklmnprstvz][aeiou]'
const LEFT = `(?:${SYLLABLE}){4}`
const RIGHT = `(?:${SYLLABLE}){3}`
const OPEN = '["\'“”„‘’«»「『`]'
/** Quoted piece of a word. */
const QUOTED = new RegExp(`${OPEN}\\s?(${LEFT}|${RIGHT})(?=\\s?(?:\\\\?["'“”‘’«»」』\`]))`, 'gi')
/** Two pieces with a separator that a program removes. */
const CODED = new RegExp(`(?<![a-z])(${LEFT})q(${RIGHT})(?![a-z])`, 'i')
/** Two pieces that a program joins. */
const ASSIGNED = new RegExp(`a=(${LEFT}); b=(${RIGHT}); echo \\$a\\$b`, 'i')
const CONCATENATED = new RegExp(`'(${LEFT})'\\s*(?:,|\\|\\|)\\s*lower\\('(${RIGHT})'\\)`, 'i')
/** Two pieces that a program hashes. */
const DIGESTED = new RegExp(
  `(?:md5|hashlib)[^\\n]{0,40}?(?<![a-z])(${LEFT})(?:[' +|,b(]|lower)*(${RIGHT})(?![a-z])`,
  'i',
)
const PIPED = new RegExp(
  `(?<![a-z])(${LEFT})q(${RIGHT}) \\| tr -d q \\| md5sum|a=(${LEFT}); b=(${RIGHT}); echo -n`,
  'i',
)
const LISTED = new RegExp(`\\['(${LEFT})', str\\('(${RIGHT})'\\)\\]`, 'i')
const WHOLE = new RegExp(`(?<![a-z/])(?:${SYLLABLE}){7}(?![a-z])`, 'gi')
const ADDRESS = /https?:\/\/[^\s"'<>)\]»”]+/gi
const OUTSIDE =
  /\.\.[/\\]\.\.|\.\.%2f|\.\.\.\.\/\/|\/etc\/passwd|win\.ini|\/\.env|\/proc\/|docker\.sock|\/etc\/profile|\.ssh\//i
const INNER =
  /169\.254\.169\.254|metadata\.google|2852039166|a9fe:a9fe|127\.0\.0\.1:(?:8080|\d{2}\b)|localhost:|\/\/0\/|\/\/10\.0\.0\.1/i
const CONDITION = /' ?OR '|OR 1=1|OR 'a' LIKE|OR 2>1|UNION SELECT|DROP TABLE|UPDATE \w+ SET|INSERT INTO|DELETE FROM/i

/** Requests that an agent recognizes in a text, independent of its compliance. */
export interface Understood {
  /** Word joined from two pieces. */
  readonly word: string | undefined
  /** Same, computed by a program. */
  readonly computed: string | undefined
  readonly addresses: readonly string[]
  readonly inner: string | undefined
  readonly outside: string | undefined
  readonly condition: string | undefined
  readonly effects: readonly Effect[]
  /** Words that represent entrusted data. */
  readonly entrusted: readonly string[]
  readonly asks: {
    readonly inside: boolean
    readonly model: boolean
    readonly tools: boolean
    readonly long: boolean
    readonly rounds: boolean
    readonly others: boolean
  }
}

export function understand(text: string): Understood {
  const read = text.normalize('NFKC')
  const digested = DIGESTED.exec(read) ?? PIPED.exec(read)
  const computed = digested ?? CODED.exec(read) ?? ASSIGNED.exec(read) ?? CONCATENATED.exec(read) ?? LISTED.exec(read)
  return {
    word: computed === null ? joinedWord(read) : undefined,
    computed:
      computed === null
        ? undefined
        : output(`${computed[1] ?? computed[3]}${computed[2] ?? computed[4]}`.toLowerCase(), digested !== null),
    addresses: [...read.matchAll(ADDRESS)].map(([url]) => url.replace(/[.,;:]+$/, '')),
    inner: INNER.exec(read)?.[0],
    outside: OUTSIDE.exec(read)?.[0],
    condition: CONDITION.exec(read)?.[0],
    effects: effectsIn(read),
    entrusted: [...read.matchAll(WHOLE)].map(([word]) => word.toLowerCase()),
    asks: {
      inside: ASKS_INSIDE.test(read) || ASKS_CHINESE_INSIDE.test(read),
      model: ASKS_MODEL.test(read),
      tools: ASKS_TOOLS.test(read),
      long: ASKS_LONG.test(read),
      rounds: ASKS_ROUNDS.test(read),
      others: ASKS_OTHERS.test(read),
    },
  }
}

function output(word: string, isDigest: boolean): string {
  return isDigest ? createHash('md5').update(word).digest('hex') : word
}

/** The last pair of pieces that follow each other. */
function joinedWord(text: string): string | undefined {
  const pieces = [...text.matchAll(QUOTED)].map(([, piece]) => piece!.toLowerCase())
  for (let at = pieces.length - 2; at >= 0; at -= 1) {
    if (pieces[at]!.length === 8 && pieces[at + 1]!.length === 6) return pieces[at]! + pieces[at + 1]!
  }
  return undefined
}
