/** Families of cues, as bits: the expressions of a family run only where its last word precedes a name. */
export const TITLES = 1
export const SOFT_TITLES = 2
export const INTRODUCTIONS = 4
export const PAIR_CUES = 8
export const SOFT_INTRODUCTIONS = 16
export const CLOSINGS = 32
const ANY = 63

/** Last words of the cues of each family; an extra word costs time, a missing word loses names. */
const LAST_WORDS: readonly (readonly [family: number, words: string])[] = [
  [
    TITLES,
    'mr mrs ms mx dr prof professor sir madam madame mme mlle monsieur herr herrn frau fräulein señor señora señorita sr sra srta ' +
      'sig signor signora dott dhr mevr meneer mevrouw pan pani fru hr judge officer nurse',
  ],
  [SOFT_TITLES, 'miss lady lord senator president captain patient detective uncle aunt coach'],
  [
    INTRODUCTIONS,
    's is ist was name him her me them after called heiße heisse appelle llamo es nombre nom chiamo è heet é chamo się heter är ' +
      'зовут signed by attn attention person recipient beneficiary cardholder holder passenger patient guest author sender ' +
      'myname hername hisname theirname yourname fullname firstname lastname maidenname surname whosename thename ' +
      'patientname customername employeename clientname legalname givenname',
  ],
  [PAIR_CUES, 'by starring says called name kid child partner spouse beneficiary add named'],
  [
    SOFT_INTRODUCTIONS,
    'am m im is s with to meet met for ask tell told contact call under said says married friend colleague boss manager brother ' +
      'sister mother father husband wife son daughter dear hi hello hey hallo bonjour hola ciao thanks you by from and bin ms cc ' +
      'author name',
  ],
]

/** Closings may be joined to the preceding text, so they are identified by their last four letters. */
const CLOSING_ENDS = 'ards rely eers shes ruly ully best ment udos ente luti eten wiam ngar'
const END_UNITS = 4
/** `gruß`, `grüße` and `grüßen` have too few ASCII letters at the end for that. */
const SHARP_S = 0xdf

/** Maximum length of a cue's last word. */
const WORD_UNITS_MAX = 16
/** Spaces that an introduction may leave before the name. */
const SPACES_MAX = 8

/** Families by the hash of a last word: a hash collision only costs the expressions of the other word. */
const HASHES = 8_192
const familyByHash = new Uint8Array(HASHES)
const byEnd = new Uint8Array(HASHES)
const familyByWord = new Map<string, number>()

for (const [family, words] of LAST_WORDS) {
  for (const word of words.split(' ')) {
    if (/^[a-z]+$/.test(word)) note(familyByHash, word, family)
    else familyByWord.set(word, (familyByWord.get(word) ?? 0) | family)
  }
}
for (const end of CLOSING_ENDS.split(' ')) note(byEnd, end, CLOSINGS)

function note(table: Uint8Array, word: string, family: number): void {
  const units = Uint16Array.from(word, (_, at) => word.charCodeAt(at))
  const hash = hashBack(units, 0, units.length)
  table[hash] = (table[hash] as number) | family
}

/**
 * Returns the families of cues that can directly precede `start`, by the last word before it: none for most names and sentences, so that
 * no expression has to run.
 */
export function familiesBefore(text: string, units: Uint16Array, start: number): number {
  const end = endOfWordBefore(units, start)
  let from = end
  while (from > 0 && isLetter(units[from - 1] as number) && end - from <= WORD_UNITS_MAX) from--
  if (end - from > WORD_UNITS_MAX) return longWord(units, end)
  let families = familyByHash[hashBack(units, from, end)] as number
  if (end - from >= END_UNITS) families |= byEnd[hashBack(units, end - END_UNITS, end)] as number
  const before = from === 0 ? 0 : (units[from - 1] as number)
  if (before >= 128) families |= wideFamilies(text, units, end, before, from === end)
  const last = units[start - 1]
  // Only closings extend across a line end.
  return last === 10 || last === 9 ? families & CLOSINGS : families
}

function longWord(units: Uint16Array, end: number): number {
  return byEnd[hashBack(units, end - END_UNITS, end)] as number
}

/** Skips the spaces before a name and the punctuation of a cue: one mark, or two as in `to:,`. */
function endOfWordBefore(units: Uint16Array, start: number): number {
  let at = start
  while (at > 0 && start - at < SPACES_MAX && isSpace(units[at - 1] as number)) at--
  if (at === 0 || !isMark(units[at - 1] as number)) return at
  at--
  if (at > 0 && isMark(units[at - 1] as number)) at--
  return at > 0 && units[at] === 58 && units[at - 1] === 32 ? at - 1 : at
}

/** Returns the families for a word with a non-ASCII letter before its final ASCII letters. */
function wideFamilies(text: string, units: Uint16Array, end: number, before: number, alone: boolean): number {
  // The long s, the Kelvin sign and the capital sharp s equal other letters when case is ignored.
  if (before === 0x17f || before === 0x212a || before === 0x1e9e) return ANY
  if (!isWideLetter(before)) return alone && !(before >= 0x2010 && before <= 0x2027) ? ANY : 0
  let from = end
  while (from > 0 && end - from <= WORD_UNITS_MAX && isWordLetter(units[from - 1] as number)) from--
  const families = familyByWord.get(text.slice(from, end).toLowerCase()) ?? 0
  return before === SHARP_S ? families | CLOSINGS : families
}

/** Of letters without case, from the last to the first. */
function hashBack(units: Uint16Array, from: number, end: number): number {
  let hash = 0
  for (let at = end - 1; at >= from; at--) hash = (Math.imul(hash, 31) + ((units[at] as number) | 32)) | 0
  return (hash ^ (hash >>> 13)) & (HASHES - 1)
}

function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
}

function isWordLetter(unit: number): boolean {
  return isLetter(unit) || isWideLetter(unit)
}

/** Latin, Greek and Cyrillic letters: no cue ends in others. */
function isWideLetter(unit: number): boolean {
  return (unit >= 0xc0 && unit <= 0x24f && unit !== 0xd7 && unit !== 0xf7) || (unit >= 0x370 && unit <= 0x52f)
}

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13)
}

/** `. , : ! ?` */
function isMark(unit: number): boolean {
  return unit === 46 || unit === 44 || unit === 58 || unit === 33 || unit === 63
}
