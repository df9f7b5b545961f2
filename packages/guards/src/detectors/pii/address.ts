import { isCounting, isPreposition } from './address-context.ts'
import { hasAddressShape, hasCueNear, isEnumerated } from './address-shape.ts'
import { backwardForms, mayLeadForward, PREFIX_WORDS } from './address-words.ts'
import type { Emit, PiiEntity, Source } from './entity.ts'
import { mergeTagged } from './tagger/merge.ts'

const CAP = String.raw`\p{Lu}[\p{L}\p{M}'’.-]{1,30}`
const NAME = String.raw`(?:${CAP}|\d{1,3}(?:st|nd|rd|th)|of|the|and|de|du|des|la|le|del|dos|da|van|von|der|den|zu|sidi|[NSEW]\.?)`

/** The first word of a street's name is its own: "12 The Long Road" is a chapter. */
const FIRST_NAME = String.raw`(?!The |A |An |Square (?:Feet|Foot|Meter|Metre|Mile|Inch)|Way handshake|(?:Second|Minute|Hour|Day|Week|Month|Year|Time)s? |Not |Bad |Server )(?:${CAP}|\d{1,3}(?:st|nd|rd|th)|[NSEW]\.?)`

const SUFFIXES =
  'Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|' +
  'Highway|Hwy|Circle|Cir|Trail|Trl|Crescent|Cres|Close|Grove|Gardens|Gdns|Row|Mews|Quay|Walk|Rise|Loop|Plaza|Alley|Heights|' +
  'Mall|Park|Hill|Green|View|Path|Causeway|Esplanade|Parade|Mount|Vale|Ridge'

/**
 * Lower-case, capitalized and upper-case spellings of the prefix; the name after it keeps its capital, or "sent via email 5 times" would
 * be a street. Spelled out, since V8 misreads `(?i:…)` next to other alternatives in two-byte strings.
 */
const PREFIXES = PREFIX_WORDS.split(' ')
  .map((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}|${word.toUpperCase()}`)
  .concat('R\\.?')
  .join('|')

const NUMBER = String.raw`\d{1,5}(?:[ ]?[A-Za-z](?![\p{L}\d]))?(?:[-/]\d{1,4})?`

/** `221B Baker Street`, `09457 Old Mill Rd`. */
const NUMBER_FIRST = new RegExp(
  String.raw`${NUMBER},? (?:\d{1,5} )?${FIRST_NAME} (?:${NAME} ){0,3}?(?:${SUFFIXES})\b(?:(?<=\b(?:St|Ave|Av|Rd|Blvd|Ln|Dr|Ct|Pl|Sq|Ter|Pkwy|Hwy|Cir|Trl|Cres|Gdns))\.)?`,
  'uy',
)
/** `12 rue de la Paix`, `20 Rue Hsine Eloued`. */
const NUMBER_PREFIX = new RegExp(
  String.raw`${NUMBER},? (?:bis |ter )?(?:${PREFIXES}) (?:${NAME} ?|l['’]|d['’]){1,5}`,
  'uy',
)
/** `Calle Mayor 12`, `ul. Biskupa Bogedaina 118`; matched backwards from the number. */
const PREFIX_FIRST = new RegExp(String.raw`(?<=(?<![\p{L}\d])((?:${PREFIXES}) (?:${NAME} ){1,4}))${NUMBER}`, 'uy')
/** `Hochstrasse 96`, `Damrak 1` has no ending and is left to the words near. */
const WORD_FIRST =
  /(?<=(?<![\p{L}\d])((?:(?:\p{Lu}[\p{L}.-]{1,30}) ){0,2}\p{L}{2,30}(?:stra(?:ß|ss)e|str\.|platz|allee|gasse|damm|ufer|weg|straat|laan|plein|gracht|kade|dijk|gatan|vägen|vej|gade|veien|vegur|katu) |(?:\p{Lu}[\p{L}.-]{1,30} ){1,3}(?:Strasse|Straße|út|utca|utja|u\.|straat) ))\d{1,4}(?: ?[a-zA-Z](?![\p{L}\d]))?\.?/uy
/** `P.O. Box 287`, `Postbox 53`, `Postfach 12 34`. */
const BOX =
  /(?<=(?<![\p{L}\d])((?:P\.? ?O\.? ?Box|Postbox|Postfach|Postbus|Apartado (?:postal|de correos)|Casella Postale|Boîte Postale|BP) ))\d{1,6}/iuy

/** Flat, town, region and postcode that follow, each at most once and each bounded. */
const UNIT = String.raw`(?:,? ?\s{1,3}(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Room|Rm|Wohnung|#)\.? ?#?[A-Za-z]?\d{0,5}[A-Za-z]?\b)`
const TOWN = String.raw`(?:(?:,|\s?\n)\s{0,3}(?:${CAP}[ ]?){1,4})`
const REGION = String.raw`(?:,?\s{1,3}(?:[A-Z]{2})\b(?:,? \d{5}(?:-\d{4})?)?)`
const POSTCODE = String.raw`(?:,?\s{1,3}(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{4} ?[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{3} ?\d{2})\b)`
const COUNTRY = String.raw`(?:,?\s{1,3}(?:USA|UK|U\.S\.A\.|United States|United Kingdom|Canada|Germany|France|Spain|Italy|Netherlands|Australia|Ireland|India)\b)`
const TAIL = new RegExp(
  `${UNIT}?(?:,?\\s{1,3}\\d{4,5} (?:${CAP} ?){1,2}|${TOWN}${REGION}|${TOWN}?${POSTCODE}|${REGION})?${POSTCODE}?${COUNTRY}?`,
  'uy',
)

/** US `Dallas, TX 75201`: the state and the five digits bear each other out. */
const STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR'
const STATE_ZIP = new RegExp(
  String.raw`(?<=(?<![\p{L}\d])((?:${CAP} ){0,2}${CAP},? (?:${STATES}) ))\d{5}(?:-\d{4})?(?![\d-])`,
  'uy',
)

/** Post of the US forces: `PSC 6293, Box 8158 APO AP 04336`, `USNV Botolen FPO AE 12382`. */
const MILITARY =
  /(?<=(?<![\p{L}\d])((?:(?:(?:PSC|Unit|CMR) \d{1,5},? Box \d{1,5}|US[NS]\w? \p{Lu}[\p{L}-]{1,20}),?\s{1,2})?(?:APO|FPO|DPO),? A[AEP] ))\d{5}(?!\d)/iuy
const UNIT_ALONE = /(?<=(?<![\p{L}\d])((?:Apt|Apartment|Suite|Ste)\.? #?))\d{1,5}[A-Z]?(?![\p{L}\d])/uy
const ZIP_NAMED =
  /(?<=(?<!\p{L})(?:zip|zip ?code|postcode|postal code|plz|postleitzahl|code postal|cep|código postal)(?: is|:| ist)? )\d{4,5}(?:-\d{3,4})?(?![\d-])/iuy
/** `19902 Dobrovského 1394`: only with a nearby address word. */
const NUMBERS_AROUND = new RegExp(
  String.raw`\d{1,5} (?:\p{Lu}[\p{L}\p{M}'’-]{3,30} ){1,3}(?!(?:19|20)\d\d)\d{1,4}(?![\p{L}\d]|:\d)`,
  'uy',
)

const YEAR = /^(?:1[89]|20)\d\d(?!\d)/
const YEAR_PENALTY = 0.3

interface AddressForm {
  readonly form: RegExp
  readonly score: number
  /** Whether the form reads words before the number; false: words after it. */
  readonly back: boolean
}

/** In the order of the bits of {@link backwardForms}, which selects the backward forms to try. */
const FORMS: readonly AddressForm[] = [
  { form: NUMBER_FIRST, score: 0.65, back: false },
  { form: NUMBER_PREFIX, score: 0.6, back: false },
  { form: PREFIX_FIRST, score: 0.6, back: true },
  { form: WORD_FIRST, score: 0.65, back: true },
  { form: BOX, score: 0.6, back: true },
  { form: STATE_ZIP, score: 0.6, back: true },
  { form: MILITARY, score: 0.7, back: true },
  { form: UNIT_ALONE, score: 0.5, back: true },
  { form: ZIP_NAMED, score: 0.5, back: true },
  { form: NUMBERS_AROUND, score: 0.3, back: false },
]

function scanAddresses(source: Source, emit: Emit): void {
  const extended: Emit = (start, end, score) => emit(start, blockEnd(source.text, end), score)
  mergeTagged(source, 'address', (keep) => findAddresses(source, keep), extended, hasAddressShape)
}

/** Address lines after the street: a flat, a town, and a region or country with its postcode. */
const BLOCK = new RegExp(
  String.raw`(?:,?\s?\n[> ]{0,3}(?:Apt|Suite|Unit|Flat)\.? \d{1,5}[A-Z]?)?(?:,?\s?\n{1,2}[> ]{0,3}${CAP}(?: (?:${CAP}|[a-z]{2,4})){0,3})?,?\s?\n{1,2}[> ]{0,3}${CAP}(?: [(]?${CAP}){0,2}[)]? \d{5}(?![\d-])`,
  'uy',
)

function blockEnd(text: string, end: number): number {
  BLOCK.lastIndex = end
  return end + (BLOCK.exec(text)?.[0].length ?? 0)
}

function findAddresses({ text, units, table }: Source, emit: Emit): void {
  let done = 0
  for (let index = 0; index < table.count; index++) {
    const run = table.starts[index] as number
    if (run < done || (table.ends[index] as number) - run > 7) continue
    const first = units[run] as number
    if (first < 48 || first > 57 || !isFree(text, run)) continue
    const forward = mayLeadForward(units, run)
    const backward = backwardForms(units, run)
    if (!forward && backward === 0) continue
    for (const [bit, { form, score, back }] of FORMS.entries()) {
      if (back ? (backward & (1 << bit)) === 0 : !forward) continue
      form.lastIndex = run
      const match = form.exec(text)
      if (match === null) continue
      const start = run - (match[1]?.length ?? 0)
      const end = trimEnd(text, tailEnd(text, run + match[0].length))
      // "The 1929 Wall Street crash": a year before a street is mostly no house number.
      const year = (form === NUMBER_FIRST || form === PREFIX_FIRST) && YEAR.test(text.slice(run, run + 5))
      done = end
      const name = run + match[0].length
      const hasPostcode = /\d/.test(text.slice(name, end))
      if (isEnumerated(text, start, end) || isPreposition(text, start, hasCueNear(text, start, end))) break
      if (!back && !hasPostcode && isCounting(text, run, name, hasCueNear(text, start, end))) break
      emit(start, end, year ? score - YEAR_PENALTY : score)
      break
    }
  }
}

const FREE = new Set(Array.from(' \t\n(,:;>"\'#', (mark) => mark.charCodeAt(0)))

function isFree(text: string, run: number): boolean {
  return run === 0 || FREE.has(text.charCodeAt(run - 1)) || /\s/.test(text.charAt(run - 1))
}

function tailEnd(text: string, end: number): number {
  TAIL.lastIndex = end
  return end + (TAIL.exec(text)?.[0].length ?? 0)
}

function trimEnd(text: string, end: number): number {
  let at = end
  while (/[\s,]/.test(text.charAt(at - 1))) at--
  return at
}

export const streetAddress: PiiEntity = {
  name: 'STREET_ADDRESS',
  aliases: ['ADDRESS', 'POSTAL_ADDRESS', 'MAILING_ADDRESS', 'US_ADDRESS', 'HOME_ADDRESS'],
  title: 'Street or postal address',
  group: 'contact',
  context: [
    ...'address addresses live lives living reside resides ship deliver delivery billing mailing home adresse anschrift wohnt'.split(
      ' ',
    ),
    ...'wohne wohnhaft habite dirección direccion vivo indirizzo abito endereço adres woon mieszkam adress bor адрес'.split(
      ' ',
    ),
    '地址',
    '住所',
  ],
  boost: 0.25,
  immune: true,
  decoded: false,
  scan: scanAddresses,
  examples: {
    finds: [
      ['I live at 221B Baker Street, London NW1 6XE.', '221B Baker Street, London NW1 6XE'],
      ['Ship to 3784 Archwood Avenue Apt. 12, Dallas, TX 75201', '3784 Archwood Avenue Apt. 12, Dallas, TX 75201'],
      ['Er wohnt in der Hochstrasse 96', 'Hochstrasse 96'],
      ['12 rue de la Paix, 75002 Paris', '12 rue de la Paix, 75002 Paris'],
      ['Calle Mayor 12', 'Calle Mayor 12'],
      ['P.O. Box 287', 'P.O. Box 287'],
      ['Austin, TX 78701', 'Austin, TX 78701'],
    ],
    ignores: [
      'I waited 20 minutes on the Street corner',
      '3 ways to win',
      'Chapter 12 The Long Road',
      'version 12 of Drive',
      'section 5 covers this case',
      'he scored 42 points via Smith',
      'sent via email 5 times',
      'the salary cap 12345',
      'live from 13 to 29 August 2004',
      'May 18, 1980, Mount St. Helens',
      '12 route changes were made in the plaza near 5',
    ],
  },
}
