import { isAlnumCode } from './tokens.ts'

/** Number of words read before a candidate: enough for one clause, bounded so that each candidate costs the same. */
const WORDS_BEFORE_MAX = 8
const CHARS_BEFORE_MAX = 90
const WORDS_AFTER_MAX = 5
const CHARS_AFTER_MAX = 45

/** Words and phrases of up to three words, prepared for {@link ContextReader}. */
export interface Terms {
  readonly words: ReadonlySet<string>
  /** Phrases by their first word, so that most words cost one lookup. */
  readonly phrases: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Terms in scripts without spaces: searched inside a run of such characters. */
  readonly unspaced: readonly string[]
}

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/u

export function prepareTerms(terms: readonly string[]): Terms {
  const spaced = terms.filter((term) => !UNSPACED.test(term))
  const phrases = new Map<string, (readonly string[])[]>()
  for (const term of spaced) {
    const [first = '', ...rest] = term.split(' ')
    if (rest.length > 0) phrases.set(first, [...(phrases.get(first) ?? []), rest])
  }
  return {
    words: new Set(spaced.filter((term) => !term.includes(' '))),
    phrases,
    unspaced: terms.filter((term) => UNSPACED.test(term)),
  }
}

/** Words that mark a number as other than personal data. They count only when they are nearer than a word of the entity's own context. */
export const SHARED_COUNTER_TERMS: readonly string[] = (
  'order invoice tracking ticket case ref reference transaction txn timestamp epoch serial sku isbn issn doi model ' +
  'version build commit hash sha md5 uuid guid checksum digest revision receipt booking shipment parcel waybill batch ' +
  'lot item product part article barcode ean upc gtin imei pid port line page row record session request trace span ' +
  'bytes offset total amount price qty quantity usd eur gbp ' +
  'bestellung bestellnummer rechnung rechnungsnummer auftrag auftragsnummer sendung sendungsnummer artikelnummer ' +
  'commande facture colis suivi pedido factura envío envio rastreo ordine fattura spedizione bestelling factuur ' +
  'zamówienie faktura ordre beställning kundennummer kundennr mitgliedsnummer aktenzeichen vorgangsnummer заказ счёт sipariş fatura'
)
  .split(' ')
  .concat(['订单', '订单号', '发票', '单号', '注文', '주문'])

export type Leaning = 'for' | 'against' | 'neither'

/** Reads the words around candidates of one text; those of the last place are cached, since many entities need them. */
export class ContextReader {
  readonly #text: string
  #start = -1
  #before: readonly string[] = []
  #end = -1
  #after: readonly string[] = []

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the evidence of nearby words. Before the candidate the nearest word decides; after it only supporting words count, since
   * "4111… is the card for my order" is no order number.
   */
  read(start: number, end: number, context: Terms, counter: Terms | null): Leaning {
    if (start !== this.#start) {
      this.#start = start
      this.#before = wordsBefore(this.#text, start)
    }
    const before = this.#before
    for (let at = before.length - 1; at >= 0; at--) {
      if (containsTermAt(context, before, at)) return 'for'
      if (counter !== null && containsTermAt(counter, before, at)) return 'against'
    }
    if (end !== this.#end) {
      this.#end = end
      this.#after = wordsAfter(this.#text, end)
    }
    for (let at = 0; at < this.#after.length; at++) if (containsTermAt(context, this.#after, at)) return 'for'
    return 'neither'
  }
}

function containsTermAt(terms: Terms, words: readonly string[], at: number): boolean {
  const word = words[at] as string
  if (terms.words.has(word)) return true
  const phrases = terms.phrases.get(word)
  if (phrases?.some((rest) => rest.every((next, index) => words[at + 1 + index] === next)) === true) return true
  // Only scripts without spaces are above U+0E00 and can contain a term inside a run.
  return terms.unspaced.length > 0 && word.charCodeAt(0) >= 0x0e00 && terms.unspaced.some((term) => word.includes(term))
}

/** Returns the words before an offset in reading order, the nearest last. */
function wordsBefore(text: string, start: number): string[] {
  const floor = Math.max(0, start - CHARS_BEFORE_MAX)
  const words: string[] = []
  let at = start
  while (words.length < WORDS_BEFORE_MAX) {
    let end = at
    while (end > floor && !isWordCode(text.charCodeAt(end - 1))) end--
    at = end
    while (at > floor && isWordCode(text.charCodeAt(at - 1)) && !isHump(text, at, end)) at--
    if (at === end) break
    words.push(fold(text.slice(at, end)))
  }
  return words.toReversed()
}

/** Returns the words after an offset, up to the end of its clause or line. */
function wordsAfter(text: string, end: number): string[] {
  const ceiling = Math.min(text.length, end + CHARS_AFTER_MAX)
  const words: string[] = []
  let at = end
  while (words.length < WORDS_AFTER_MAX) {
    let start = at
    while (start < ceiling && !isWordCode(text.charCodeAt(start))) {
      // Words of another clause or line are about something else.
      if (isClauseEnd(text, start)) return words
      start++
    }
    at = start
    while (at < ceiling && isWordCode(text.charCodeAt(at))) at++
    if (at === start) break
    words.push(fold(text.slice(start, at)))
  }
  return words
}

function isClauseEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === 10 || code === 44 || code === 59 || code === 33 || code === 63) return true
  return code === 46 && !isWordCode(text.charCodeAt(at + 1))
}

/** Whether a code belongs to a word: letters of any script, and the apostrophe ("driver's"). */
function isWordCode(code: number): boolean {
  if (code < 128) return (isAlnumCode(code) && !(code >= 48 && code <= 57)) || code === 39
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return false
  return !(code >= 0x2000 && code <= 0x2bff && code !== 0x2019) && !(code >= 0x3000 && code <= 0x303f)
}

/** The border inside `cardNumber`: a capital after a small letter starts a new word. */
function isHump(text: string, at: number, end: number): boolean {
  if (at === end) return false
  const right = text.charCodeAt(at)
  const left = text.charCodeAt(at - 1)
  return right >= 65 && right <= 90 && left >= 97 && left <= 122
}

/** Small letters without apostrophes: "Driver's" is compared as "drivers". */
function fold(word: string): string {
  const lower = word.toLowerCase()
  return /['’]/u.test(lower) ? lower.replaceAll(/['’]/gu, '') : lower
}
