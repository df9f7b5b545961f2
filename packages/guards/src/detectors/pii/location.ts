import type { Emit, PiiEntity, Source } from './entity.ts'

const COUNTRIES =
  'afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh barbados belarus ' +
  'belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burundi cambodia cameroon canada chile china colombia congo ' +
  'croatia cuba cyprus czechia denmark djibouti ecuador egypt eritrea estonia eswatini ethiopia fiji finland france gabon gambia germany ' +
  'ghana greece greenland grenada guatemala guinea guyana haiti honduras hungary iceland india indonesia iran iraq ireland israel italy ' +
  'jamaica japan jordan kazakhstan kenya kosovo kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania ' +
  'luxembourg madagascar malawi malaysia maldives mali malta mauritania mauritius mexico moldova monaco mongolia montenegro morocco ' +
  'mozambique myanmar namibia nepal netherlands nicaragua niger nigeria norway oman pakistan palestine panama paraguay peru philippines ' +
  'poland portugal qatar romania russia rwanda samoa senegal serbia seychelles singapore slovakia slovenia somalia spain sudan suriname ' +
  'swaziland sweden switzerland syria taiwan tajikistan tanzania thailand togo tonga tunisia turkey turkmenistan uganda ukraine uruguay ' +
  'uzbekistan vanuatu venezuela vietnam yemen zambia zimbabwe england scotland wales deutschland españa italia österreich schweiz'

const CITIES =
  'amsterdam ankara antwerp athens atlanta auckland baghdad baltimore bangalore bangkok barcelona beijing beirut belgrade berlin birmingham ' +
  'bogota boston brasilia bratislava brisbane bristol brussels bucharest budapest cairo calgary canberra caracas casablanca chennai chicago ' +
  'cleveland cologne copenhagen dallas damascus delhi denver detroit dhaka doha dubai dublin düsseldorf edinburgh edmonton frankfurt geneva ' +
  'glasgow guadalajara guangzhou hamburg hanoi havana helsinki houston hyderabad istanbul jakarta jeddah jerusalem johannesburg kabul ' +
  'karachi kathmandu kiev kyiv kinshasa kolkata köln lagos lahore leeds leipzig lima lisbon liverpool ljubljana london lyon madrid ' +
  'manchester manila marseille melbourne memphis miami milwaukee minneapolis minsk montevideo montreal moscow mumbai munich münchen nagoya ' +
  'nairobi naples nashville oakland osaka oslo ottawa oxford paris perth philadelphia pittsburgh prague quito reykjavik riga rio riyadh ' +
  'rotterdam sacramento santiago sapporo sarajevo seattle seoul shanghai shenzhen sofia stockholm stuttgart sydney tallinn tashkent tbilisi ' +
  'tehran tokyo toronto tripoli tunis utrecht valencia vancouver venice vienna vilnius warsaw wellington wien winnipeg zagreb zürich zurich'

const STATES =
  'alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky ' +
  'louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania ' +
  'tennessee texas utah vermont wisconsin wyoming ontario quebec alberta manitoba bavaria tuscany catalonia andalusia'

const PAIRS =
  'new york|new zealand|new jersey|new mexico|new hampshire|new orleans|new delhi|los angeles|san francisco|san diego|san jose|san antonio|' +
  'las vegas|hong kong|united states|united kingdom|united arab|south africa|south korea|north korea|saudi arabia|sri lanka|costa rica|' +
  'puerto rico|el salvador|sierra leone|burkina faso|cape town|buenos aires|mexico city|sao paulo|são paulo|rio de|tel aviv|saint petersburg|' +
  'st petersburg|st louis|salt lake|north carolina|south carolina|north dakota|south dakota|west virginia|rhode island|british columbia|' +
  'dominican republic|czech republic|ivory coast|den haag|the hague|kuala lumpur|ho chi|addis ababa|abu dhabi|northern ireland|papua new'

const SINGLE: ReadonlySet<string> = new Set(`${COUNTRIES} ${CITIES} ${STATES}`.split(' '))
const DOUBLE: ReadonlySet<string> = new Set(PAIRS.split('|'))

/** A place that no list has, named by a verb that takes a place. */
const CUE =
  /(?<=(?:\b(?:live|lives|lived|living|reside|resides|residing|born|based|located|moved|moving|grew up|raised|stationed|headquartered) (?:in|to|at|near)|\b(?:city|town|village|municipality|state|province|county) of|\b(?:wohne|wohnt|lebt|lebe) in|habite à|\bvivo en|\babito a|\bmoro em|\boriginally from|\bcomes? from|\bgrew up in|\bflight to|\btravel(?:l?ing)? to|\bcity:|\bcountry:|\blocation:) )/iuy

const WORD = /\p{Lu}[\p{L}\p{M}'’-]{1,30}(?: (?:de |la |del |am |an der |upon )?\p{Lu}[\p{L}\p{M}'’-]{1,30}){0,2}/uy
const FIRST = /\p{Lu}[\p{L}\p{M}-]{1,30}/uy

function scanPlaces({ text, table }: Source, emit: Emit): void {
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
  scan: scanPlaces,
  examples: {
    finds: [
      ['She lives in Oamaru now', 'Oamaru'],
      ["Who's coming to Costa Rica with me?", 'Costa Rica'],
      ['I flew to Berlin', 'Berlin'],
    ],
    ignores: ['The Turing machine', 'Monday in March'],
  },
}
