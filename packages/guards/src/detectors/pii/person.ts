import type { Emit, PiiEntity, Source } from './entity.ts'
import { givenNameStrength, mayBeGivenName } from './given-names.ts'
import { cueBefore, isActing, type Cue } from './person-cues.ts'
import { hasPersonShape } from './person-shape.ts'
import { mergeTagged } from './tagger/merge.ts'

/** Words that a name is built of, at most; more are a headline. */
const NAME_WORDS_MAX = 4

const WORD = /\p{Lu}[\p{L}\p{M}'’-]{0,30}/uy
/** Code units that `WORD` matches at most. */
const WORD_UNITS_MAX = 31
const PARTICLE =
  /(?:van der|van den|van de|van|von der|von|de la|de los|de|del|della|di|da|dos|du|le|la|ten|ter|bin|ibn|al|el|y|zu|der|den) (?=\p{Lu})/uy
const INITIAL = /(?:\p{Lu}\.? ?){1,2}(?=\p{Lu}\p{Ll})/uy

/** Capitalized words after a given name that are no surnames. */
const NO_SURNAME = new Set(
  (
    'the a an i is was are were and or but of in on at to for from with by as my your his her our their this that these those what who ' +
    'when where why how monday tuesday wednesday thursday friday saturday sunday january february march april june july august ' +
    'september october november december street road avenue university college school hospital church inc llc ltd gmbh corp company ' +
    'river lake island beach park city county prize award effect theorem law day award museum airport station bridge ' +
    'center centre hotel bank records studios pictures press bible testament english french german spanish island islands ' +
    'api http https url json sql please thanks thank hello hi dear re fwd yes no ok sir madam universe team support customer service'
  ).split(' '),
)

/** Well-known word pairs that start like a name and name a thing. */
const NO_PERSON = new Set([
  'jack daniels',
  'john deere',
  'harley davidson',
  'martin luther',
  'johns hopkins',
  'louis vuitton',
  'hugo boss',
  'calvin klein',
  'saint martin',
  'monte carlo',
  'kai island',
])

/** Words that make the preceding name that of an organization: "Robert Koch Institute". */
const BODIES = new Set(
  (
    'institute foundation university college school hospital church inc llc ltd gmbh corp company prize award effect theorem law ' +
    'museum airport station bridge center centre hotel bank records studios pictures press society theatre theater stadium ' +
    'airlines motors group holdings brothers sons memorial elementary high street road avenue park lake river island beach day'
  ).split(' '),
)

/** Score of a surname that an earlier full name introduced. */
const SCORE_SURNAME_AGAIN = 0.55
const SURNAME_CHARS_MIN = 4
const SURNAMES_MAX = 64
/** Minimum probability of a full name from the tagger that makes its surname known. */
const TAGGED_SURE = 0.8

function scanNames(source: Source, emit: Emit): void {
  mergeTagged(source, 'person', (keep) => findNames(source, keep), emit, hasPersonShape)
}

function findNames(source: Source, emit: Emit): void {
  const { text, table } = source
  let done = 0
  const surnames = new Set(taggedSurnames(source))
  const others: number[] = []
  for (const capital of table.capitals) {
    if (capital < done) continue
    const strength = strengthAt(source, capital)
    const cue = cueBefore(source, capital)
    if (cue === 'none' && strength === 'none') {
      others.push(capital)
      continue
    }
    WORD.lastIndex = capital
    const first = WORD.exec(text)
    if (first === null) continue
    const { end, last } = readName(text, capital, first[0])
    if (end <= capital) continue
    const score = scoreName(text.slice(capital, end), strength, cue, text, end)
    if (score > 0) emit(capital, trimPossessive(text, end), score)
    if (score > 0.5 && last !== '' && last.length >= SURNAME_CHARS_MIN && surnames.size < SURNAMES_MAX)
      surnames.add(last)
    done = end
  }
  if (surnames.size > 0) emitSurnames(source, others, surnames, emit)
}

/** The last words of full names that the tagger is sure of. */
function taggedSurnames({ text, tags }: Source): string[] {
  const full = tags()
    .filter(({ tag, score }) => tag === 'person' && score >= TAGGED_SURE)
    .slice(0, SURNAMES_MAX)
  return full.flatMap(({ start, end }) => {
    const words = text.slice(start, end).split(/\s+/)
    const last = trimWord(words.at(-1) ?? '')
    return words.length > 1 && last.length >= SURNAME_CHARS_MIN ? [last] : []
  })
}

/** Most words are plain ASCII and no name: their hash is sufficient, without creating a string. */
function strengthAt({ text, units }: Source, capital: number): Strength {
  const end = plainEnd(units, capital)
  if (end >= 0) {
    return mayBeGivenName(units, capital, end) ? givenNameStrength(text.slice(capital, end).toLowerCase()) : 'none'
  }
  WORD.lastIndex = capital
  return givenNameStrength(trimWord(WORD.exec(text)?.[0] ?? ''))
}

/** Returns the end of a word of ASCII letters and hyphens; -1 where an apostrophe or another letter continues it. */
function plainEnd(units: Uint16Array, start: number): number {
  let end = start
  while (end - start < WORD_UNITS_MAX) {
    const unit = units[end] as number
    if (unit === 39 || unit >= 128) return -1
    if (unit !== 45 && !isAsciiLetter(unit)) break
    end++
  }
  return end
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
}

function emitSurnames(
  { text, units }: Source,
  capitals: readonly number[],
  surnames: ReadonlySet<string>,
  emit: Emit,
): void {
  const initials = new Set(Array.from(surnames, (surname) => surname.charCodeAt(0)))
  for (const capital of capitals) {
    const unit = units[capital] as number
    if (unit < 128 && !initials.has(unit + 32)) continue
    WORD.lastIndex = capital
    const word = WORD.exec(text)?.[0] ?? ''
    if (surnames.has(trimWord(word))) emit(capital, trimPossessive(text, capital + word.length), SCORE_SURNAME_AGAIN)
  }
}

/** Reads surnames, particles and initials after the first word; `last` is the surname, if there is one. */
function readName(text: string, start: number, first: string): { readonly end: number; readonly last: string } {
  if (NO_SURNAME.has(first.toLowerCase())) return { end: start, last: '' }
  let end = start + first.length
  let last = ''
  for (let words = 1; words < NAME_WORDS_MAX; words++) {
    if (/['’]s$/.test(text.slice(end - 2, end))) break
    // "J. R. Smith" includes its dot; the dot of a sentence ends the name.
    const initialDot = text[end] === '.' && words === 1 && first.length === 1
    let at = end + (initialDot ? 1 : 0)
    if (text.charCodeAt(at) !== 32) break
    at++
    at += lengthAt(INITIAL, text, at)
    at += lengthAt(PARTICLE, text, at)
    WORD.lastIndex = at
    const word = WORD.exec(text)
    if (
      word === null ||
      NO_SURNAME.has(trimWord(word[0])) ||
      BODIES.has(trimWord(word[0])) ||
      isShouted(word[0], first)
    )
      break
    last = trimWord(word[0])
    end = at + word[0].length
  }
  return { end, last }
}

function lengthAt(form: RegExp, text: string, at: number): number {
  form.lastIndex = at
  return form.exec(text)?.[0].length ?? 0
}

/** An acronym after a name in ordinary case: "Anna API". */
function isShouted(word: string, first: string): boolean {
  return word.length > 1 && word === word.toUpperCase() && first !== first.toUpperCase()
}

type Strength = 'plain' | 'ambiguous' | 'none'

function scoreName(name: string, strength: Strength, cue: Cue, text: string, end: number): number {
  if (strength === 'none' && cue === 'soft') return 0
  const words = name.split(' ').length
  if (NO_PERSON.has(name.toLowerCase()) || (name.length < 2 && cue !== 'title')) return 0
  if (cue === 'title') return 0.85
  if (cue === 'introduction') return strength === 'none' && words > 3 ? 0.5 : 0.8
  if (strength === 'none') return cue === 'pair' && words > 1 ? 0.55 : 0
  const body = BODIES.has(trimWord(NEXT_WORD.exec(text.slice(end, end + 20))?.[1] ?? ''))
  const base = SCORES[strength][words > 1 ? 'pair' : 'single']
  const cued = cue !== 'none' ? 0.15 : isActing(text, end) || isAlone(text, end - name.length, end) ? 0.12 : 0
  return base + cued - (body ? 0.3 : 0)
}

/** A name that fills its line: a signature, a speaker, the head of an address. */
function isAlone(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1)
  return (start === 0 || before === 10) && (end === text.length ? start > 0 : text.charCodeAt(end) === 10)
}

const SCORES = { plain: { pair: 0.65, single: 0.4 }, ambiguous: { pair: 0.45, single: 0.15 } } as const
const NEXT_WORD = /^ ([\p{L}]+)/u

/** Finds "my name is marie": lower case only with an unambiguous introduction and a known name. */
function atIntroduction({ text }: Source, end: number, emit: Emit): void {
  SMALL_NAME.lastIndex = end
  const match = SMALL_NAME.exec(text)
  if (match === null || givenNameStrength(match[1] as string) === 'none') return
  const surname = match[2] ?? ''
  const whole = surname !== '' && !NO_SURNAME.has(surname)
  emit(end, end + (whole ? match[0].length : (match[1] as string).length), 0.6)
}

const SMALL_NAME = /(\p{Ll}[\p{Ll}'’-]{1,30})(?: (\p{Ll}[\p{Ll}'’-]{1,30})(?=[.,!?;)\n]|$| and(?: |$)))?/uy

function trimPossessive(text: string, end: number): number {
  return /['’]s$/.test(text.slice(end - 2, end)) ? end - 2 : end
}

function trimWord(word: string): string {
  return word.replace(/['’]s?$/, '').toLowerCase()
}

export const person: PiiEntity = {
  name: 'PERSON',
  aliases: ['NAME', 'PERSON_NAME', 'PERSONS', 'FULL_NAME', 'PER', 'NAMES'],
  title: 'Name of a person',
  group: 'personal',
  context: [],
  immune: true,
  decoded: false,
  anchors: [
    'name is ',
    'ich heiße ',
    'mein name ist ',
    'me llamo ',
    'mi nombre es ',
    'mi chiamo ',
    'ik heet ',
    "m'appelle ",
    'call me ',
  ],
  scan: scanNames,
  atAnchor: atIntroduction,
  examples: {
    finds: [
      ['My name is Tempeste Okoro', 'Tempeste Okoro'],
      ['Dear Mr. Steven Parmentier,', 'Steven Parmentier'],
      ['please ask Dr. Van der Berg', 'Van der Berg'],
      ['Kind regards,\nMarisa Alves', 'Marisa Alves'],
      ['Ich heiße Jörg Müller', 'Jörg Müller'],
      ["Laura García's order", 'Laura García'],
      ['Name: Emilie Broberg', 'Emilie Broberg'],
      ['Je m’appelle Chloé', 'Chloé'],
      ['Ludwig van Beethoven wrote it', 'Ludwig van Beethoven'],
      ['hi, my name is marie curie and', 'marie curie'],
      ['Kathryn shouted at the dog', 'Kathryn'],
      ['directed by Wacława Adamska', 'Wacława Adamska'],
    ],
    ignores: [
      'Machine Learning is Great Fun',
      'Dear Customer Support',
      'Will May March?',
      'Mark the First Chapter',
      'New York City',
      'Paris is in France',
      'The Quick Brown Fox',
      'I am Sure about it',
      'Black Friday at Best Buy',
      'Grace Period',
      'my name is not important',
      'the Robert Koch Institute',
      'call me tomorrow',
    ],
  },
}
