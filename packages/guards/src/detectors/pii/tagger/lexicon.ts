import { FAMILY_NAMES } from '../family-names.ts'
import { AMBIGUOUS_SET, PLAIN_SET } from '../given-names.ts'
import { CITIES, COUNTRIES, PLACE_PAIRS, STATES, TOWNS } from '../place-names.ts'
import { hashOfWord } from './tokens.ts'

/** Lexicon entries of a word, as bits. */
export const LEXICON = {
  given: 1,
  givenAmbiguous: 2,
  family: 4,
  country: 8,
  town: 16,
  placePart: 32,
  street: 64,
  unit: 128,
  body: 256,
  title: 512,
  people: 1_024,
  calendar: 2_048,
} as const

const STREET_WORDS =
  'street st avenue ave av road rd boulevard blvd lane ln drive dr court ct way place pl square sq terrace parkway pkwy highway hwy circle cir trail ' +
  'crescent close grove gardens row mews quay walk rise loop plaza alley heights mall park hill green view path causeway esplanade parade mount vale ' +
  'ridge forks manor estate junction lock oval fort fork glen knoll meadow meadows mills mission orchard overpass pass pike pine plain plains points port ' +
  'prairie radial ramp ranch rapids rest route shoal shore spring springs spur stravenue stream summit track turnpike union unions valley via viaduct ' +
  'village ville vista walks wall well wells ways coves cove crossing crossroad curve dale dam divide estates expressway extension falls ferry field ' +
  'fields flat flats ford forest forge garden gateway groves harbor haven hills hollow inlet island isle key landing light locks lodge corner ' +
  'rue allee impasse chemin cours calle avenida carrera paseo viale piazza corso largo rua praca travessa estrada alameda ulica aleja ul strasse ' +
  'strase gasse platz weg straat laan plein gracht kade vej gade gatan vagen veien gate vegur katu utca ut tie tee'
const UNIT_WORDS =
  'apt apartment suite ste unit flat floor room rm wohnung box po postfach postbus psc cmr apo fpo dpo usns usnv uss zip postcode plz address adresse'
const BODY_WORDS =
  'inc incorporated llc llp ltd limited gmbh ag sa spa srl bv nv ab oy as plc corp corporation company co kg group holdings holding partners associates ' +
  'solutions systems technologies technology industries enterprises services consulting labs laboratories media studios records pictures bank ' +
  'insurance university college institute school academy hospital clinic foundation association society committee council ministry department ' +
  'agency bureau commission union club fc united stores foods motors airlines airways pharmaceuticals energy capital ventures sons brothers'
const TITLE_WORDS =
  'mr mrs ms mx dr prof professor sir madam madame mme mlle monsieur herr herrn frau senor senora senorita sra srta sig signor signora dott dhr mevr ' +
  'meneer mevrouw pan pani fru hr judge officer nurse miss lady lord president captain senator director manager uncle aunt coach detective king queen ' +
  'prince princess pope saint st dame baron count rabbi imam father sister brother'
const PEOPLE_WORDS =
  'american british english french german italian spanish portuguese dutch belgian swiss austrian polish czech slovak hungarian romanian bulgarian ' +
  'greek turkish russian ukrainian swedish norwegian danish finnish icelandic irish scottish welsh canadian mexican brazilian argentine chilean peruvian ' +
  'colombian venezuelan cuban chinese japanese korean vietnamese thai indian pakistani indonesian filipino malaysian australian egyptian moroccan ' +
  'nigerian kenyan ethiopian israeli iranian iraqi saudi syrian lebanese african asian european arab jewish muslim christian catholic buddhist hindu ' +
  'sikh protestant orthodox republican democrat'
const CALENDAR_WORDS =
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december ' +
  'jan feb mar apr jun jul aug sep sept oct nov dec montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli ' +
  'oktober dezember lundi mardi mercredi jeudi vendredi samedi dimanche christmas easter'

const BITS: ReadonlyMap<number, number> = collect([
  [LEXICON.given, PLAIN_SET],
  [LEXICON.givenAmbiguous, AMBIGUOUS_SET],
  [LEXICON.family, FAMILY_NAMES],
  [LEXICON.country, COUNTRIES.split(' ')],
  [LEXICON.town, `${CITIES} ${STATES} ${TOWNS}`.split(' ')],
  [LEXICON.placePart, PLACE_PAIRS.split(/[| ]/)],
  [LEXICON.street, STREET_WORDS.split(' ')],
  [LEXICON.unit, UNIT_WORDS.split(' ')],
  [LEXICON.body, BODY_WORDS.split(' ')],
  [LEXICON.title, TITLE_WORDS.split(' ')],
  [LEXICON.people, PEOPLE_WORDS.split(' ')],
  [LEXICON.calendar, CALENDAR_WORDS.split(' ')],
])

function collect(lists: readonly (readonly [bit: number, words: Iterable<string>])[]): Map<number, number> {
  const bits = new Map<number, number>()
  for (const [bit, words] of lists) {
    for (const word of words) {
      const hash = hashOfWord(word)
      bits.set(hash, (bits.get(hash) ?? 0) | bit)
    }
  }
  return bits
}

/** The bits of a word by its hash; 0 for words of no list. */
export function lexicalBits(hash: number): number {
  return BITS.get(hash) ?? 0
}
