import { isCounting } from './address-context.ts'

/** Symbols of tables, code and paths, times of day, and paragraphs: no address contains them. */
const NO_ADDRESS = /[;={}<>|"[\]$%@]|\n\s*\n|\d:\d\d|\d[.,]\d{3}\b(?!-)|\b\d{1,2}\.\d{1,2}\b/
/** A name with a capital letter, or a word of a script that has none. */
const NAME = /(?<![\p{L}\p{M}\d_])(?:\p{Lu}[\p{L}\p{M}'’-]*\p{Ll}[\p{L}\p{M}'’.-]*|[\u0530-\uffff]{3,})/gu
/** A town in capitals, with a postcode apart from it. */
const TOWN_IN_CAPITALS = /\p{Lu}{4,}[^\n]{0,40}\s{0,2},[^\n]{0,12}\s{0,3}\d{4,5}/u

/** Common words before or after numbers: parts of buildings and documents, units, states of a process. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  (
    'room floor level desk seat row lane class gate platform exit mile story epic sprint step chapter section page figure table ' +
    'article clause annex appendix item part line column port node pod slot rack bay channel track episode season game round ' +
    'stage phase version release build ticket issue order invoice case lot batch size type model series grade group team unit ' +
    'day week month year hour minute second mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday ' +
    'jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october ' +
    'november december slice add cut mix bake serve take press hold turn open close insert remove check set use run see note ' +
    'total sum max min avg mean rate score rank top no nr num number lat long latitude longitude north south east west nm kg ' +
    'and the for from with to of in on at by uhr minuten stunden tage wochen sekunden jahre seite nummer'
  ).split(' '),
)

/** Prose words in languages without training texts; none occurs in the name of a street. */
const PROSE_ABROAD =
  /(?<![\p{L}\p{M}])(?:und|oder|nicht|bitte|ist|sind|wird|nach|dem|den|ein|eine|für|mit|auf|sich|vous|votre|est|pour|dans|avec|une|pas|nous|que|qui|sont|usted|para|con|por|una|los|las|este|esta|cada|não|você|seu|sua|até|uma|com|pelo|mediante|poderá|os|che|non|sono|per|della|questo|nel|het|een|niet|voor|uw|wordt|zijn|naar|przez|nie|przed|się|jest|oraz|lub|na|od|po|inte|och|är|för|att|som|ikke|og|til|ikkje|ve|için|bir|bu|değil|není|před|nebo|jsou|nu|este|pentru|sunt|și|ja|ei|és|nem|az|egy|tidak|dan|yang|untuk|không|và|của|cho)(?![\p{L}\p{M}])/giu
const PROSE_WORDS_MIN = 2
/** A time of day that starts or continues after it. */
const TIME_BEHIND = /^\s?\d{0,2}:\d\d/
/** Context of logs, settings, tables and paths: program output. */
const MACHINE =
  /\d\d:\d\d:\d\d|\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|NOTICE)\b|\w=\S|[{}\t]|\w;\S|::|(?<!\/)\/\w+\/\w|\w_\w|\d ?(?:ms|MB|GB|KB|kB|px|%)(?![\p{L}\d])/u
/** Spans of time: a number before them counts. */
const TIME_SPAN =
  /\d\s?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden|minuten|stunden|uhr|tagen?|wochen|monaten?|jahren?|secondes|jours|semaines|mois|ans|segundos|minutos|horas|d[ií]as|semanas|meses|a[nñ]os|anos|secondi|minuti|ore|giorni|settimane|mesi|anni|seconden|dagen|weken|maanden|sekund|minut|godzin|dni|tygodni|dagar|timmar|saniye|dakika|saat|gün|maja|zile|päivää)(?![\p{L}])/iu
/** Words that indicate an address nearby. */
const CUE =
  /\b(?:(?:apt|apartment|suite|ste|flat)\b\.? ?#?[a-z]?\d|p\.? ?o\.? ?box|post(?:box|fach)|address|(?:live[sd]?|living) (?:at|in|on)|offices?|corner of|bus (?:stop|station)|restaurant|pick (?:me|us|you) up|zip|postcode|ship|deliver|moved to|drops? (?:you|me|us|it))\b/i
/** A postcode at the end, and two separate numbers: a house and a postcode, or a flat. */
const POSTCODE = /\D\d{4,6}\b/
const NUMBERS = /\d\D+\d/
/** The end of a sentence within it. */
const SENTENCE_END = /\p{Ll}{4}\.\s\p{Lu}/u
/** Endings and words of streets, squares and boxes in the languages of addresses. */
const STREET =
  /\p{L}(?:stra(?:ß|ss)e|str\.|platz|allee|gasse|damm|ufer|weg|straat|laan|plein|gracht|kade|dijk|gatan|vägen|vej|gade|veien|vegur|katu|tie|gata|väg|utca|tér|ulica|sokak)\b|\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|square|boulevard|blvd|rue|calle|via|rua|ul\.|ulica|plaza|piazza|p\.? ?o\.? ?box|suite|apt|flat|cadde\w*|sok\w*)(?![\p{L}\d])/iu

/** Years, as notices of copyright and bibliographies have them before a name. */
const YEAR = /^(?:19|20)\d\d$/
/** Columns of a table. */
const COLUMNS = /\S {3,}\S/
/** Quantities of data, and HTTP status codes with their reason phrase. */
const DATA_SIZE = /^\d+\s*[KMGTP]i?B\b/
const STATUS_CODE = /^[1-5]\d\d\s+\p{Lu}/u
const STATUS_NEAR = /\b(?:https?|status(?:es)?|errors?|[1-5]\d\d \p{Lu}\p{L}+)(?!\p{L})/u

/**
 * Whether a tagged address has the shape of one: a name other than a common counting word, no symbols of code or tables, no time span, and
 * in non-English prose a street word. A nearby address word is additional evidence.
 */
export function hasAddressShape(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end)
  if (
    NO_ADDRESS.test(found) ||
    SENTENCE_END.test(found) ||
    TIME_BEHIND.test(text.slice(end, end + TIME_CHARS)) ||
    TIME_SPAN.test(text.slice(start, end + TIME_CHARS))
  )
    return false
  const near = around(text, start, end)
  if (isCounted(found, near) || isEnumerated(text, start, end) || isTitle(text, start, end)) return false
  // Without a number or a word of a street there is only a name.
  if (!/\d/.test(found) && !STREET.test(found)) return false
  const hasCue = CUE.test(found) || CUE.test(near)
  const first = start + found.search(/\d/)
  if (first >= start && !POSTCODE.test(found) && isCounting(text, first, end, hasCue)) return false
  if (hasCue) return true
  // A street without a number is a place; only "on Adams Street" makes it an address.
  if (!/\d/.test(found) && !/\bon (?:the )?$/i.test(text.slice(Math.max(0, start - 8), start))) return false
  if (!hasName(found) && !TOWN_IN_CAPITALS.test(found)) return false
  if (STREET.test(found)) return true
  // One number and a name may also be a model, a team or a count.
  return NUMBERS.test(found) && !MACHINE.test(near) && !isProseAbroad(`${near} ${found}`)
}

/** Whether an address word is in or near a span. */
export function hasCueNear(text: string, start: number, end: number): boolean {
  return CUE.test(text.slice(start, end)) || CUE.test(around(text, start, end))
}

/** Numbers before names that belong to software and its licences. */
function isCounted(found: string, near: string): boolean {
  if (DATA_SIZE.test(found) || COLUMNS.test(found)) return true
  if (STREET.test(found)) return false
  const numbers = found.match(/\d+/g) ?? []
  if (numbers.length > 0 && numbers.every((number) => YEAR.test(number))) return true
  return STATUS_CODE.test(found) && STATUS_NEAR.test(near)
}

/** "1 Old Town Square, 2 Castle": items of a list that counts from 1. */
export function isEnumerated(text: string, start: number, end: number): boolean {
  const number = Number(/^(\d{1,2})[.)]? \p{Lu}/u.exec(text.slice(start, end))?.[1] ?? 0)
  const list = text.slice(Math.max(0, start - AROUND_CHARS), end + AROUND_CHARS)
  const hasItem = (at: number): boolean => new RegExp(`(?:^|[:,;\\n])\\s*${at}[.)]? \\p{Lu}`, 'u').test(list)
  return number > 0 && hasItem(1) && hasItem(2) && hasItem(number)
}

/** "Chaos Kart 3, out on Friday": the third of its name. */
function isTitle(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end)
  if (STREET.test(found) || !/^\p{L}/u.test(found)) return false
  return /^\P{N}+\d{1,2}(?!\d)[^\p{L}\p{N}]{0,3}(?:out|available|released?|releases|launch\w*|coming|arriv\w*|premier\w*|review\w*|trailer|update|beta)(?!\p{L})/iu.test(
    found + text.slice(end, end + TITLE_CHARS),
  )
}

/** Number of characters after a title that determine its meaning. */
const TITLE_CHARS = 24

function isProseAbroad(text: string): boolean {
  return (text.match(PROSE_ABROAD)?.length ?? 0) >= PROSE_WORDS_MIN
}

/** Number of characters after the tagged span that may be a unit of time. */
const TIME_CHARS = 10

/** Number of characters before and after that determine the language. */
const AROUND_CHARS = 160

function around(text: string, start: number, end: number): string {
  return `${text.slice(Math.max(0, start - AROUND_CHARS), start)} ${text.slice(end, end + AROUND_CHARS)}`
}

function hasName(found: string): boolean {
  for (const [word] of found.matchAll(NAME)) {
    if (word.length > 2 && !ORDINARY_WORDS.has(word.toLowerCase().replace(/[.’'-]+$/, ''))) return true
  }
  return false
}
