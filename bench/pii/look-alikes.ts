import type { PiiDetector } from '../../packages/guards/src/detectors/pii/detect.ts'
import { makeViews } from '../../packages/guards/src/text/views.ts'
import { interval, percent } from './table.ts'

/** Texts of each kind. */
const TEXTS = 2_000

/** A linear congruential generator (Numerical Recipes), so that every run sees the same texts. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Returns numbers and codes that resemble personal data, each with its usual context. */
export function lookAlikes(detector: PiiDetector): string[][] {
  const next = generator(20_261_121)
  const digits = (count: number): string => Array.from({ length: count }, () => next(10)).join('')
  const hex = (count: number): string => Array.from({ length: count }, () => next(16).toString(16)).join('')
  const pick = (words: string): string => words.split('|')[next(words.split('|').length)] as string
  const kinds: Readonly<Record<string, () => string>> = {
    'order numbers of 16 digits, all passing Luhn and an issuer range': () =>
      `${pick('Your order|Order number|Invoice|Tracking number|Bestellung|Commande')} ${withLuhn(`4${digits(14)}`)} ${pick('has shipped|is late|was paid')}.`,
    'random 16 digits without words': () => digits(16),
    'random 9 digits without words': () => digits(9),
    'random 10 digits without words': () => digits(10),
    'random 11 digits without words': () => digits(11),
    UUIDs: () => `request ${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)} failed`,
    'SHA-1 and SHA-256': () => `commit ${hex(40)} digest sha256:${hex(64)}`,
    'epoch milliseconds and seconds': () =>
      `{"created": ${1_600_000_000_000 + next(2_000_000_000)}, "at": ${1_600_000_000 + next(200_000_000)}}`,
    'versions of four parts': () =>
      `${pick('version|v|release|build')} ${next(120)}.${next(30)}.${next(9000)}.${next(250)}`,
    'dates and times': () =>
      `${2000 + next(30)}-0${1 + next(9)}-${10 + next(18)} ${10 + next(13)}:${10 + next(49)}:${10 + next(49)}.${digits(3)}`,
    ISBN: () => `ISBN 978-${next(10)}-${digits(2)}-${digits(6)}-${next(10)}`,
    'prices and figures': () =>
      `$${next(900) + 1},${digits(3)}.${digits(2)} for ${digits(6)} units, up ${next(90)}.${digits(4)} %`,
    decimals: () => `0.${digits(16)} and ${next(900)}.${digits(9)}`,
    'model and part numbers': () =>
      `part ${pick('AB|XK|TR|QZ')}${digits(6)}${pick('A|B|C')} serial ${pick('S|X|C|L')}${digits(8)}`,
    coordinates: () => `${next(90)}.${digits(6)}, -${next(180)}.${digits(6)}`,
    'capitalised headings': () =>
      `${pick('Machine|Deep|Quick|Open|Safe|Best')} ${pick('Learning|Guide|Start|Source|Mode|Practice')} ${pick('For|And|In')} ${pick('Python|Docker|Startups|Linux|Teams')}`,
    ...machineKinds({ next, digits, hex, pick }),
    'ports, ids and counters': () =>
      `port ${1024 + next(60_000)}, pid ${digits(5)}, row ${digits(7)}, user_id=${digits(8)}`,
  }
  return Object.entries(kinds).map(([kind, make]) => {
    const found = new Map<string, number>()
    let flagged = 0
    for (let text = 0; text < TEXTS; text++) {
      const types = new Set(detector.detect(makeViews(make())).map((finding) => finding.type))
      if (types.size > 0) flagged++
      for (const type of types) found.set(type, (found.get(type) ?? 0) + 1)
    }
    const which = [...found].map(([type, count]) => `${type} ${count}`).join(', ')
    return [kind, `${flagged} of ${TEXTS}`, `${percent(flagged / TEXTS)} ${interval(flagged, TEXTS)} ${which}`]
  })
}

interface Draws {
  readonly next: (below: number) => number
  readonly digits: (count: number) => string
  readonly hex: (count: number) => string
  readonly pick: (words: string) => string
}

/** Formats in programs, timetables and tables of measures. */
function machineKinds({ next, digits, hex, pick }: Draws): Readonly<Record<string, () => string>> {
  const clock = (): string => `${10 + next(14)}:${10 + next(49)}`
  return {
    'hex dumps': () =>
      `${hex(8)}: ${Array.from({ length: 8 }, (_, at) => (at > 1 && at < 6 ? withLuhn(`4${digits(14)}`).slice(at * 4 - 8, at * 4 - 4) : hex(4))).join(' ')}  ${pick('..A.d.|E..4.F@|......')}`,
    'memory words': () => Array.from({ length: 8 }, () => digits(4)).join(' '),
    'flight and train times': () =>
      `${pick('LH|BA|UA|AF|ICE|IC')} ${digits(3)} ${pick('FRA|Munich|LHR|Kassel|Lyon')} ${clock()} ${pick('-|/|platform 4,|to')} ${pick('JFK|Vienna|Ulm|CDG|Basel')} ${clock()}${pick('|, gate B32| +1|, seat 14C')}`,
    Dockerfiles: () =>
      `FROM ${pick('node|python|alpine')}:${next(30)}\nWORKDIR /${pick('app|srv')}\nENV PORT=${digits(4)}\nEXPOSE ${digits(4)} ${digits(4)}\nUSER ${digits(4)} ${digits(4)}\nCMD ["${pick('node|python')}", "main"]`,
    'serials like account numbers': () =>
      `${pick('Serial|Part|S/N|Licence|Asset')} ${pick('DE|GB|FR|NL|ES|IT')}${digits(2)} ${digits(4)} ${digits(4)} ${digits(4)} ${digits(4)} ${digits(2)}`,
    'paths of drawings': () =>
      `<path d="M ${digits(2)},${digits(3)} Q ${digits(2)},${digits(2)} ${digits(3)},${digits(3)} T ${digits(3)},${digits(2)} C ${digits(2)} ${digits(2)}, ${digits(2)} ${digits(2)}"/>`,
    'tables of measures': () =>
      `${pick('Torque|Pressure|Load')}: M6 ${digits(2)} Nm, M8 ${digits(2)} Nm, ${pick('Mon|Tue|Row|Step')} ${digits(2)} ${digits(2)} ${pick('Wed|Thu|Level|Seat')} ${digits(2)} ${digits(2)}`,
    'standards and clauses': () =>
      `${pick('RFC|ISO|EN|IEC|DIN')} ${digits(4)} ${pick('and|or|to')} ${pick('RFC|ISO|Part|Annex')} ${digits(4)}, ${pick('Section|Clause|Room|Level')} ${next(20)} ${pick('Floor|Item|Table|Figure')} ${next(20)}`,
    'time codes': () => `${clock()}:${10 + next(49)}:${10 + next(14)} ${clock()}::${clock()}`,
    benchmarks: () =>
      `${pick('trace-mapping|source-map|lodash')}: ${pick('encoded|decoded')} ${pick('originalPositionFor|mapValues')} x ${next(99)},${digits(3)} ops/sec`,
  }
}

/** Appends the Luhn check digit. */
function withLuhn(body: string): string {
  let sum = 0
  for (let at = 0; at < body.length; at++) {
    const digit = Number(body[body.length - 1 - at])
    sum += at % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return body + String((10 - (sum % 10)) % 10)
}
