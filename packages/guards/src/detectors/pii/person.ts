import type { Emit, PiiEntity, Source } from './entity.ts'
import { givenNameStrength } from './given-names.ts'

/** Words that a name is built of, at most; more are a headline. */
const NAME_WORDS_MAX = 4

/** Characters before a name in which a cue is looked for. */
const CUE_CHARS_MAX = 40

const WORD = /\p{Lu}[\p{L}\p{M}'’-]{0,30}/uy
const PARTICLE =
  /(?:van der|van den|van de|van|von der|von|de la|de los|de|del|della|di|da|dos|du|le|la|ten|ter|bin|ibn|al|el|y|zu|der|den) (?=\p{Lu})/uy
const INITIAL = /(?:\p{Lu}\.? ?){1,2}(?=\p{Lu}\p{Ll})/uy

/** Forms of address, right before the name. */
const TITLE =
  /(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Sir|Madam|Madame|Mme|Mlle|Monsieur|Herr|Herrn|Frau|Fräulein|Señor|Señora|Señorita|Sr|Sra|Srta|Sig|Signor|Signora|Dott|Dhr|Mevr|Meneer|Mevrouw|Pan|Pani|Fru|Hr|Judge|Officer|Nurse|mr|mrs|ms|dr|prof)\.? $/u
/** "Miss" and "Lady" are words of their own elsewhere, so they ask for more of the name. */
const SOFT_TITLE =
  /(?:^|[^\p{L}])(?:Miss|miss|Lady|Lord|Senator|President|Captain|Patient|Detective|Uncle|Aunt|Coach)\.? $/u
/** Sentences that introduce somebody. */
const INTRODUCTION =
  /(?:\b(?:my|her|his|their|your|full|first|last|maiden|sur|whose|the|patient|customer|employee|client|legal|given) ?name(?:'s| is|:| was)|\bname(?: is|:)|named (?:him|her|me|them|after)|\bi am called|\bcalled me|\bich hei(?:ß|ss)e|\b(?:mein|ihr|sein|der) name(?: ist|:)|je m['’]appelle|\bme llamo|\bmi nombre es|\bnombre:|\bnom ?:|\bmi chiamo|il mio nome è|\bik heet|\bmijn naam is|meu nome é|me chamo|nazywam się|jag heter|mitt namn är|меня зовут|\bsigned(?: by)?[,:]?|\b(?:attn|attention|contact person|recipient|beneficiary|cardholder|account holder|passenger|patient|guest|author|sender)[:.]) {0,2}$/iu
/** Sentences that often introduce somebody, and often do not: "I am Groot" needs a known name, "I am Sure" has none. */
const SOFT_INTRODUCTION =
  /(?:\b(?:i am|i['’]m|im|this is|it['’]s|speaking with|spoke with|spoke to|talk to|speak to|meet|met|ask for|ask|tell|told|contact|call|under|said|says|married|friend|colleague|boss|manager|brother|sister|mother|father|husband|wife|son|daughter|dear|hi|hello|hey|hallo|bonjour|hola|ciao|thanks|thank you|by|from|with|and|ich bin|ms|to|cc:|from:|to:|author:|name)[,:]?) {1,2}$/iu
/** Closings of letters, on the line above the name. */
const CLOSING =
  /(?:regards|sincerely|cheers|best wishes|yours truly|yours faithfully|faithfully|all the best|grüßen|gruß|grüße|cordialement|sincèrement|saludos|atentamente|cordiali saluti|saluti|groeten|atenciosamente|pozdrawiam|hälsningar)[,.!]?\s{1,4}$/iu

/** Capitalised words that follow a given name without being a surname. */
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

/** Famous pairs of words that begin like a name and name a thing. */
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

function scanNames({ text, table }: Source, emit: Emit): void {
  let done = 0
  for (const capital of table.capitals) {
    if (capital < done) continue
    WORD.lastIndex = capital
    const first = WORD.exec(text)
    if (first === null) continue
    const cue = cueBefore(text, capital)
    const strength = givenNameStrength(bare(first[0]))
    if (cue === 'none' && strength === 'none') continue
    const end = nameEnd(text, capital, first[0])
    if (end <= capital) continue
    const score = scoreName(text.slice(capital, end), strength, cue)
    if (score > 0) emit(capital, trimPossessive(text, end), score)
    done = end
  }
}

type Cue = 'title' | 'introduction' | 'soft' | 'none'

/** The quick look at the character before saves the expressions for the few words that have something before them. */
function cueBefore(text: string, start: number): Cue {
  const before = text.charCodeAt(start - 1)
  if (before !== 32 && before !== 10 && before !== 58 && before !== 9) return 'none'
  const window = text.slice(Math.max(0, start - CUE_CHARS_MAX), start)
  if (TITLE.test(window)) return 'title'
  if (INTRODUCTION.test(window) || (before === 10 && CLOSING.test(window))) return 'introduction'
  if (CLOSING.test(window)) return 'introduction'
  return SOFT_INTRODUCTION.test(window) || SOFT_TITLE.test(window) ? 'soft' : 'none'
}

/** Takes up surnames, particles and initials after the first word. */
function nameEnd(text: string, start: number, first: string): number {
  if (NO_SURNAME.has(first.toLowerCase())) return start
  let end = start + first.length
  for (let words = 1; words < NAME_WORDS_MAX; words++) {
    if (/['’]s$/.test(text.slice(end - 2, end))) break
    // "J. R. Smith" has its dot; a sentence's dot ends the name.
    const initialDot = text[end] === '.' && (words === 1 ? first.length === 1 : false)
    let at = end + (initialDot ? 1 : 0)
    if (text.charCodeAt(at) !== 32) break
    at++
    at += lengthAt(INITIAL, text, at)
    at += lengthAt(PARTICLE, text, at)
    WORD.lastIndex = at
    const word = WORD.exec(text)
    if (word === null || NO_SURNAME.has(bare(word[0])) || isShouted(word[0], first)) break
    end = at + word[0].length
  }
  return end
}

function lengthAt(form: RegExp, text: string, at: number): number {
  form.lastIndex = at
  return form.exec(text)?.[0].length ?? 0
}

/** An acronym after a name in ordinary case: "Anna API". */
function isShouted(word: string, first: string): boolean {
  return word.length > 1 && word === word.toUpperCase() && first !== first.toUpperCase()
}

function scoreName(name: string, strength: 'plain' | 'ambiguous' | 'none', cue: Cue): number {
  const words = name.split(' ').length
  const lower = name.toLowerCase()
  if (NO_PERSON.has(lower) || (name.length < 2 && cue !== 'title')) return 0
  if (cue === 'title') return 0.85
  if (cue === 'introduction') return strength === 'none' && words > 3 ? 0.5 : 0.8
  if (strength === 'plain') return words > 1 ? (cue === 'soft' ? 0.8 : 0.65) : cue === 'soft' ? 0.55 : 0.4
  if (strength === 'ambiguous') return words > 1 ? (cue === 'soft' ? 0.6 : 0.45) : cue === 'soft' ? 0.35 : 0.1
  return 0
}

function trimPossessive(text: string, end: number): number {
  return /['’]s$/.test(text.slice(end - 2, end)) ? end - 2 : end
}

function bare(word: string): string {
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
  scan: scanNames,
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
    ],
  },
}
