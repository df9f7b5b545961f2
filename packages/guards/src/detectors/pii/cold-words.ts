/**
 * Returns the end of the text that certainly contains no start of personal data, however the text continues. Numbers, symbols and codes
 * are withheld with the words around them; words in lower case are not. Linear in the part that is read.
 *
 * @param from start of the part that may be undecided: at a space
 * @returns the offset of the first character that must be withheld; the end of the text for none
 */
export function coldUpTo(text: string, from: number): number {
  let warm = -1
  let small = 0
  WORD.lastIndex = from
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const start = match.index
    const heat = heatOf(match[0])
    if (heat === 'hot') return before(text, warm < 0 ? start : warm, from)
    small = heat === 'cold' ? small + 1 : 0
    if (heat === 'warm' && warm < 0) warm = start
    // A name, a house number or a date does not continue after two such words.
    if (small === SMALL_WORDS_MIN) warm = -1
  }
  const last = lastCutOffset(text, from)
  return Math.max(from, warm < 0 ? last : Math.min(last, before(text, warm, from)))
}

const WORD = /\S+/gu
const SMALL_WORDS_MIN = 2

/** Words of an address in front of its number, and the name in an address that is spelled out: "zip code is", "jane dot doe at". */
const LEAD_UNITS = 24
/** Length of the text at the very end that may be the start of any of those. */
const END_UNITS = 32

/** Punctuation around a word. */
const EDGE = String.raw`[.,!?:;"'’‘“”„…*_–—)\]\x60]`
const SMALL = new RegExp(String.raw`^["'“‘„*_\x60([]{0,3}(\p{Ll}{1,20}(?:['’-]\p{Ll}{1,20}){0,2})${EDGE}{0,4}$`, 'u')
const CAPITAL = new RegExp(
  String.raw`^["'“‘„*_\x60([]{0,3}\p{Lu}(?:\p{Ll}{1,20}(?:['’-]\p{L}\p{Ll}{0,20}){0,2})?${EDGE}{0,4}$`,
  'u',
)
const SHORT_NUMBER = /^(?:\d{1,4}(?:[.,]\d{1,2})?|\d{1,2}:\d{2})[,.!?:;)%]{0,2}$/u
const SIGNS = /^[-–—•*#>.]{1,3}$/u
/** Scripts without capitals and mostly without blanks. */
const CASELESS = /^[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af，。！？、：；]+$/u

/** Words in street names, dates and spelled-out addresses. */
const WARM_WORDS: ReadonlySet<string> = new Set(
  (
    'at point of the and de du des la le les del dos da di das van von der den zu sidi st nd rd th el al il lo bis ter ' +
    'rue avenue av boulevard bd allée impasse quai chemin route cours calle avenida avda carrera paseo plaza via viale piazza corso ' +
    'largo rua praça travessa estrada alameda ul ulica aleja ulitsa ул улица проспект jalan jl λεωφ οδός street road lane drive ' +
    'apt apartment suite ste unit flat box postbox postfach postbus apartado casella boîte zip plz postcode cep postleitzahl ' +
    'january february march april may june july august september october november december ' +
    'januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre ' +
    'décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'
  ).split(' '),
)
const STREET_ENDING =
  /(?:stra(?:ß|ss)e|platz|allee|gasse|damm|ufer|weg|straat|laan|plein|gracht|kade|dijk|gatan|vägen|vej|gade|veien|vegur|katu|utca)$/u
/** Words of spelled-out addresses: the text after them is withheld for as long as that of a number. */
const SPELLED_WORDS: ReadonlySet<string> = new Set(['dot', 'punto', 'punkt', 'arroba'])
const BRACKET = /[([]/u
type Heat = 'cold' | 'warm' | 'hot'

function heatOf(word: string): Heat {
  if (SIGNS.test(word)) return 'cold'
  const small = SMALL.exec(word)?.[1]
  if (small !== undefined) {
    if (SPELLED_WORDS.has(small) || (BRACKET.test(word) && small === 'at')) return 'hot'
    return WARM_WORDS.has(small) || STREET_ENDING.test(small) ? 'warm' : 'cold'
  }
  if (CAPITAL.test(word) || SHORT_NUMBER.test(word)) return 'warm'
  return CASELESS.test(word) ? 'cold' : 'hot'
}

/** Returns an offset before the last words and an incomplete word. */
function lastCutOffset(text: string, from: number): number {
  return blankBefore(text, text.length - END_UNITS, from)
}

function before(text: string, place: number, from: number): number {
  return blankBefore(text, place - LEAD_UNITS, from)
}

function blankBefore(text: string, place: number, from: number): number {
  let at = Math.max(from, place)
  while (at > from && !/[\s\u2e80-\ud7ff]/u.test(text.charAt(at - 1))) at -= 1
  return at
}
