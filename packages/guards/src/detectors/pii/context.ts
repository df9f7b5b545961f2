import { isAlnumCode } from './tokens.ts'

/** How far around a candidate words are read: enough for one clause, bounded so that each candidate costs the same. */
const WORDS_BEFORE_MAX = 8
const CHARS_BEFORE_MAX = 90
const WORDS_AFTER_MAX = 5
const CHARS_AFTER_MAX = 45

/** Words and phrases of up to three words, prepared for {@link readContext}. */
export interface Terms {
  readonly words: ReadonlySet<string>
  /** Terms in scripts that put no space between words: looked for inside a run of such characters. */
  readonly unspaced: readonly string[]
}

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/u

export function prepareTerms(terms: readonly string[]): Terms {
  return {
    words: new Set(terms.filter((term) => !UNSPACED.test(term))),
    unspaced: terms.filter((term) => UNSPACED.test(term)),
  }
}

/**
 * Words that say a number is something else than personal data. They weigh only when they stand nearer than a word
 * of the entity's own context.
 */
export const SHARED_COUNTER_TERMS: readonly string[] = (
  'order invoice tracking ticket case ref reference transaction txn timestamp epoch serial sku isbn issn doi model ' +
  'version build commit hash sha md5 uuid guid checksum digest revision receipt booking shipment parcel waybill batch ' +
  'lot item product part article barcode ean upc gtin imei pid port line page row record session request trace span ' +
  'bytes offset total amount price qty quantity usd eur gbp ' +
  'bestellung bestellnummer rechnung rechnungsnummer auftrag auftragsnummer sendung sendungsnummer artikelnummer ' +
  'commande facture colis suivi pedido factura envío envio rastreo ordine fattura spedizione bestelling factuur ' +
  'zamówienie faktura ordre beställning заказ счёт sipariş fatura'
)
  .split(' ')
  .concat(['订单', '订单号', '发票', '单号', '注文', '주문'])

export type Leaning = 'for' | 'against' | 'neither'

/**
 * What the words near a candidate say. Before it the nearest word decides; after it only words in favour count,
 * since "4111… is the card for my order" is no order number.
 */
export function readContext(text: string, start: number, end: number, context: Terms, counter: Terms | null): Leaning {
  const before = leanBefore(text, start, context, counter)
  if (before !== 'neither') return before
  return leanAfter(text, end, context) ? 'for' : 'neither'
}

function leanBefore(text: string, start: number, context: Terms, counter: Terms | null): Leaning {
  const floor = Math.max(0, start - CHARS_BEFORE_MAX)
  let next = ''
  let afterNext = ''
  let at = start
  for (let seen = 0; seen < WORDS_BEFORE_MAX; seen++) {
    let end = at
    while (end > floor && !isWordCode(text.charCodeAt(end - 1))) end--
    at = end
    while (at > floor && isWordCode(text.charCodeAt(at - 1)) && !isHump(text, at, end)) at--
    if (at === end) break
    const word = fold(text.slice(at, end))
    if (holds(context, word, next, afterNext)) return 'for'
    if (counter !== null && holds(counter, word, next, afterNext)) return 'against'
    afterNext = next
    next = word
  }
  return 'neither'
}

function leanAfter(text: string, end: number, context: Terms): boolean {
  const ceiling = Math.min(text.length, end + CHARS_AFTER_MAX)
  let previous = ''
  let earlier = ''
  let at = end
  for (let seen = 0; seen < WORDS_AFTER_MAX; seen++) {
    let start = at
    while (start < ceiling && !isWordCode(text.charCodeAt(start))) {
      // Words of another sentence or line are about something else.
      if (isSentenceEnd(text, start)) return false
      start++
    }
    at = start
    while (at < ceiling && isWordCode(text.charCodeAt(at))) at++
    if (at === start) return false
    const word = fold(text.slice(start, at))
    if (context.words.has(word) || containsUnspaced(context, word)) return true
    if (previous !== '' && context.words.has(`${previous} ${word}`)) return true
    if (earlier !== '' && context.words.has(`${earlier} ${previous} ${word}`)) return true
    earlier = previous
    previous = word
  }
  return false
}

function holds(terms: Terms, word: string, next: string, afterNext: string): boolean {
  if (terms.words.has(word) || containsUnspaced(terms, word)) return true
  if (next === '') return false
  if (terms.words.has(`${word} ${next}`)) return true
  return afterNext !== '' && terms.words.has(`${word} ${next} ${afterNext}`)
}

function containsUnspaced(terms: Terms, word: string): boolean {
  if (terms.unspaced.length === 0 || word.charCodeAt(0) < 0x0e00) return false
  return terms.unspaced.some((term) => word.includes(term))
}

function isSentenceEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === 10 || code === 59 || code === 33 || code === 63) return true
  return code === 46 && !isWordCode(text.charCodeAt(at + 1))
}

/** Apostrophes stay inside words ("driver's"); they are dropped when the word is compared. */
function isWordCode(code: number): boolean {
  if (code < 128) return (isAlnumCode(code) && !(code >= 48 && code <= 57)) || code === 39
  return (
    code >= 0xc0 &&
    code !== 0xd7 &&
    code !== 0xf7 &&
    !(code >= 0x2000 && code <= 0x2bff && code !== 0x2019) &&
    !(code >= 0x3000 && code <= 0x303f)
  )
}

/** The border inside `cardNumber`: a capital after a small letter starts a new word. */
function isHump(text: string, at: number, end: number): boolean {
  if (at === end) return false
  const right = text.charCodeAt(at)
  const left = text.charCodeAt(at - 1)
  return right >= 65 && right <= 90 && left >= 97 && left <= 122
}

function fold(word: string): string {
  const lower = word.toLowerCase()
  return /['’]/u.test(lower) ? lower.replaceAll(/['’]/gu, '') : lower
}
