import type { Emit, PiiEntity, Source } from './entity.ts'
import { mergeTagged } from './tagger/merge.ts'
import { CITIES, COUNTRIES, PLACE_PAIRS, STATES } from './place-names.ts'

const SINGLE: ReadonlySet<string> = new Set(`${COUNTRIES} ${CITIES} ${STATES}`.split(' '))
const DOUBLE: ReadonlySet<string> = new Set(PLACE_PAIRS.split('|'))

/** An unlisted place after a verb that takes a place. */
const CUE =
  /(?<=(?:\b(?:live|lives|lived|living|reside|resides|residing|born|based|located|moved|moving|grew up|raised|stationed|headquartered) (?:in|to|at|near)|\b(?:city|town|village|municipality|state|province|county) of|\b(?:wohne|wohnt|lebt|lebe) in|habite à|\bvivo en|\babito a|\bmoro em|\boriginally from|\bcomes? from|\bgrew up in|\bflight to|\btravel(?:l?ing)? to|\bcity:|\bcountry:|\blocation:) )/iuy

const WORD = /\p{Lu}[\p{L}\p{M}'’-]{1,30}(?: (?:de |la |del |am |an der |upon )?\p{Lu}[\p{L}\p{M}'’-]{1,30}){0,2}/uy
const FIRST = /\p{Lu}[\p{L}\p{M}-]{1,30}/uy

function scanLocations(source: Source, emit: Emit): void {
  mergeTagged(source, 'location', (keep) => findLocations(source, keep), emit)
}

function findLocations({ text, table }: Source, emit: Emit): void {
  let done = 0
  for (const capital of table.capitals) {
    if (capital < done) continue
    FIRST.lastIndex = capital
    const first = FIRST.exec(text)
    if (first === null) continue
    const end = capital + first[0].length
    const pairEnd = endOfNextWord(text, end)
    if (pairEnd > end && DOUBLE.has(text.slice(capital, pairEnd).toLowerCase())) {
      emit(capital, pairEnd, 0.65)
      done = pairEnd
    } else if (SINGLE.has(first[0].toLowerCase())) {
      emit(capital, end, 0.55)
      done = end
    } else if (text.charCodeAt(capital - 1) === 32 && followsCue(text, capital)) {
      WORD.lastIndex = capital
      const place = WORD.exec(text)
      done = capital + (place?.[0].length ?? 0)
      if (place !== null) emit(capital, done, 0.6)
    }
  }
}

function followsCue(text: string, at: number): boolean {
  CUE.lastIndex = at
  return CUE.test(text)
}

function endOfNextWord(text: string, end: number): number {
  if (text[end] !== ' ') return end
  FIRST.lastIndex = end + 1
  const match = FIRST.exec(text) ?? /de\b/y.exec(text.slice(end + 1, end + 4))
  return match === null ? end : end + 1 + match[0].length
}

export const location: PiiEntity = {
  name: 'LOCATION',
  aliases: ['PLACE', 'GPE', 'LOC', 'CITY', 'COUNTRY', 'LOCATIONS'],
  title: 'Place: country, large city, or a place named by its verb',
  group: 'personal',
  context: ['live', 'lives', 'from', 'in', 'city', 'country'],
  boost: 0.1,
  immune: true,
  decoded: false,
  scan: scanLocations,
  examples: {
    finds: [
      ['She lives in Oamaru now', 'Oamaru'],
      ["Who's coming to Costa Rica with me?", 'Costa Rica'],
      ['I flew to Berlin', 'Berlin'],
    ],
    ignores: ['The Turing machine', 'Monday in March'],
  },
}
