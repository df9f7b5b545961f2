import { FAMILY_NAMES } from '../src/detectors/pii/family-names.ts'
import { PLAIN_SET } from '../src/detectors/pii/given-names.ts'
import { CITIES, COUNTRIES, STATES, TOWNS } from '../src/detectors/pii/place-names.ts'
import type { Tag } from '../src/detectors/pii/tagger/model.ts'
import { makeTemplate } from './pii-grammar.ts'
import { TEMPLATES } from './pii-templates.ts'

/** A text with labeled spans. */
export interface Labelled {
  readonly text: string
  readonly spans: readonly { readonly start: number; readonly end: number; readonly tag: Tag }[]
}

type Random = () => number

/** Share of whole sentence templates versus grammar sentences. */
const TEMPLATE_SHARE = 0.25
/** Share of natural sentences versus generated ones. */
const CONTEXT_SHARE = 0.4

const GIVEN = [...PLAIN_SET]
const FAMILY = FAMILY_NAMES
const PLACES = `${CITIES} ${TOWNS}`.split(' ')
const LANDS = `${COUNTRIES} ${STATES}`.split(' ')

const STARTS = 'b br c ch d dr f fr g gr h j k kl kr l m n p pr r s sch st t tr v w z '.trim().split(' ')
const MIDDLES = 'a e i o u ai ei au ie ar er or an en on el al il'.split(' ')
const FAMILY_ENDS =
  'son sen ova ov ski sky mann berg stein er ez es i o elli ini as ius nen ko uk ić vić man ton ley wood ford'.split(
    ' ',
  )
const PLACE_ENDS =
  'ton ville burg berg stad field ford ham dorf hausen bruck mouth port grad ovo ice a o as lund by sjö wick worth'.split(
    ' ',
  )
const ORG_ENDS = 'ix ly ify tech soft corp net lab ware data media ex io ium onic'.split(' ')
const ORG_WORDS =
  'Global United First National Advanced Modern Blue Green Silver Golden North South Pacific Atlantic Rapid Clear Bright Smart Prime Delta Omega Vertex Summit'.split(
    ' ',
  )
const ORG_KINDS =
  'Inc Inc. LLC Ltd Ltd. GmbH AG Corp Corporation Company Group Holdings Partners Bank University Institute Foundation Systems Solutions Technologies Stores Foods Motors Services Associates SA S.A. B.V. AB Oy S.p.A.'.split(
    ' ',
  )
const STREETS =
  'Street St Avenue Ave Road Rd Boulevard Blvd Lane Ln Drive Dr Court Ct Way Place Square Terrace Close Crescent Circle Trail Parkway Grove Hill Crossing Ridge Path Walk'.split(
    ' ',
  )
const GERMAN_STREETS = 'straße strasse weg gasse platz allee ring damm ufer str.'.split(' ')
const NORDIC_STREETS = 'gatan vägen vej gade veien gate katu tie straat laan plein gracht kade utca'.split(' ')
const PREFIXES = [
  'rue',
  'rue de',
  'rue de la',
  'avenue',
  'Calle',
  'Avenida',
  'Via',
  'Piazza',
  'Rua',
  'ul.',
  'Plaza',
  'Corso',
  'Largo',
  'boulevard',
]
const STATE_CODES = 'AL AZ CA CO FL GA IL MA MI MN MO NC NJ NY OH OR PA TX VA WA WI'.split(' ')
const UNITS = ['Apt. #', 'Apt #', 'Suite #', 'Unit #', 'Flat #', 'Floor #', 'Apartment #']

/** Generates sentences from own templates and lists, deterministic for a seed. */
export function makeSentences(count: number, contexts: readonly string[], random: Random): Labelled[] {
  return Array.from({ length: count }, () => {
    const roll = random()
    const template =
      roll < TEMPLATE_SHARE
        ? pick(TEMPLATES, random)
        : roll < CONTEXT_SHARE
          ? pick(contexts, random)
          : makeTemplate(random)
    return distort(fill(template, random), random)
  })
}

function pick<Item>(list: readonly Item[], random: Random): Item {
  return list[Math.floor(random() * list.length)] as Item
}

function capital(word: string): string {
  return word.replaceAll(/(^|[-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

function syllables(random: Random, ends: readonly string[]): string {
  const middle = random() < 0.5 ? '' : pick(STARTS, random) + pick(MIDDLES, random)
  return capital(pick(STARTS, random) + pick(MIDDLES, random) + middle + pick(STARTS, random) + pick(ends, random))
}

function givenName(random: Random): string {
  return random() < 0.8
    ? capital(pick(GIVEN, random))
    : syllables(random, ['a', 'e', 'o', 'in', 'an', 'el', 'ia', 'us', 'is'])
}

function family(random: Random): string {
  return random() < 0.6 ? capital(pick(FAMILY, random)) : syllables(random, FAMILY_ENDS)
}

function fullName(random: Random): string {
  const form = random()
  if (form < 0.62) return `${givenName(random)} ${family(random)}`
  if (form < 0.7) return `${givenName(random)} ${givenName(random).charAt(0)}. ${family(random)}`
  if (form < 0.78) return `${givenName(random)} ${givenName(random)} ${family(random)}`
  if (form < 0.83)
    return `${givenName(random)} ${pick(['van', 'van der', 'de', 'von', 'de la', 'di', 'el', 'al', 'bin'], random)} ${family(random)}`
  if (form < 0.88) return `${givenName(random)} ${family(random)}-${family(random)}`
  if (form < 0.92) return `${givenName(random).charAt(0)}. ${family(random)}`
  if (form < 0.96) return `${givenName(random)} ${family(random)} ${family(random)}`
  return `${family(random)}, ${givenName(random)}`
}

function location(random: Random): string {
  const form = random()
  if (form < 0.45) return capital(pick(PLACES, random))
  if (form < 0.65) return capital(pick(LANDS, random))
  if (form < 0.72)
    return `${pick(['New', 'San', 'Saint', 'Port', 'Santa', 'El', 'Los', 'North', 'Bad', 'Upper'], random)} ${syllables(random, PLACE_ENDS)}`
  if (form < 0.8)
    return `${capital(pick(PLACES, random))}, ${random() < 0.5 ? pick(STATE_CODES, random) : capital(pick(LANDS, random))}`
  return syllables(random, PLACE_ENDS)
}

function organization(random: Random): string {
  const form = random()
  if (form < 0.3) return `${family(random)} ${pick(ORG_KINDS, random)}`
  if (form < 0.45) return syllables(random, ORG_ENDS)
  if (form < 0.6) return `${pick(ORG_WORDS, random)} ${syllables(random, ORG_ENDS)} ${pick(ORG_KINDS, random)}`
  if (form < 0.7) return `${pick(ORG_WORDS, random)} ${pick(ORG_WORDS, random)} ${pick(ORG_KINDS, random)}`
  if (form < 0.78) return `${family(random)} ${pick(['&', 'and'], random)} ${family(random)}`
  if (form < 0.85)
    return `${pick(['University', 'Bank', 'Museum', 'Port', 'Institute'], random)} of ${capital(pick(PLACES, random))}`
  if (form < 0.88) return `${family(random)}, ${family(random)} and ${family(random)}`
  if (form < 0.92)
    return `${capital(pick(PLACES, random))} ${pick(['University', 'Hospital', 'Airlines', 'Electric', 'Motors', 'City Council', 'United'], random)}`
  return Array.from({ length: 3 }, () => String.fromCharCode(65 + Math.floor(random() * 26))).join('')
}

function number(random: Random, most: number): string {
  return String(1 + Math.floor(random() * most))
}

function street(random: Random): string {
  const form = random()
  const house = number(random, random() < 0.5 ? 200 : 9_999)
  const name = random() < 0.5 ? family(random) : syllables(random, PLACE_ENDS)
  if (form < 0.4) return `${house} ${random() < 0.2 ? `${givenName(random)} ` : ''}${name} ${pick(STREETS, random)}`
  if (form < 0.55) return `${name}${pick(GERMAN_STREETS, random)} ${house}`
  if (form < 0.65) return `${syllables(random, ['s', 'e', ''])}${pick(NORDIC_STREETS, random)} ${house}`
  if (form < 0.78) return `${number(random, 200)}${random() < 0.5 ? ',' : ''} ${pick(PREFIXES, random)} ${name}`
  if (form < 0.88) return `${pick(PREFIXES, random)} ${name} ${number(random, 200)}`
  if (form < 0.93) return `${number(random, 99)} ${name} ${number(random, 2_000)}`
  if (form < 0.96) return `${house} ${number(random, 200)} ${name} ${pick(STREETS, random)}`
  if (form < 0.975) return `${number(random, 99)} ${pick(PREFIXES, random)} ${name} ${number(random, 2_000)}`
  if (form < 0.985)
    return `Unit ${number(random, 9_999)} Box ${number(random, 9_999)}${pick(['\n', ', '], random)}${pick(['APO', 'DPO', 'FPO'], random)} ${pick(['AE', 'AP', 'AA'], random)} ${zip(random)}`
  return `${pick(['P.O. Box', 'PO Box', 'Postfach', 'Apartado'], random)} ${number(random, 9_999)}`
}

function zip(random: Random): string {
  const digits = String(Math.floor(random() * 90_000) + 10_000)
  if (random() < 0.7) return digits
  return random() < 0.5
    ? digits.slice(0, 4)
    : `${pick(['SW', 'NW', 'E', 'M', 'LS'], random)}${number(random, 20)} ${number(random, 9)}AB`
}

function address(random: Random): string {
  const comma = pick([', ', ', ', ' ', '\n', '\n '], random)
  let whole = street(random)
  if (random() < 0.08) whole = `${pick(UNITS, random).replace('#', number(random, 999))} ${whole}`
  if (random() < 0.3) whole += comma + pick(UNITS, random).replace('#', number(random, 999))
  const tail = random()
  if (tail < 0.35) return whole
  const town = random() < 0.5 ? capital(pick(PLACES, random)) : syllables(random, PLACE_ENDS)
  const written = random() < 0.12 ? town.toUpperCase() : town
  if (tail < 0.55) whole += `${comma}${written}, ${pick(STATE_CODES, random)} ${zip(random)}`
  else if (tail < 0.75) whole += `${comma}${zip(random)} ${written}`
  else if (tail < 0.85) whole += `${comma}${written}`
  else whole += `${comma}${written}${comma}${capital(pick(LANDS, random))}${random() < 0.5 ? ` ${zip(random)}` : ''}`
  return whole
}

const SLOTS: Readonly<Record<string, readonly [make: (random: Random) => string, tag: Tag]>> = {
  n: [fullName, 'person'],
  p: [(random) => pick([givenName, givenName, fullName, family], random)(random), 'person'],
  g: [givenName, 'person'],
  f: [family, 'person'],
  l: [location, 'location'],
  c: [(random) => capital(pick(LANDS, random)), 'location'],
  o: [organization, 'organization'],
  a: [address, 'address'],
  s: [street, 'address'],
}

function fill(template: string, random: Random): Labelled {
  const spans: { start: number; end: number; tag: Tag }[] = []
  let text = ''
  for (const part of template.split(/(\{\w\})/)) {
    const slot = /^\{(\w)\}$/.exec(part)?.[1]
    if (slot === undefined) {
      text += part.replaceAll('\\n', '\n').replaceAll('#', () => number(random, 99))
      continue
    }
    const [make, tag] = SLOTS[slot] as (typeof SLOTS)[string]
    const value = make(random)
    spans.push({ start: text.length, end: text.length + value.length, tag })
    text += value
  }
  return { text, spans }
}

/** Simulates informal writing: lower case, capitals, missing full stops. */
function distort(labelled: Labelled, random: Random): Labelled {
  const roll = random()
  if (roll < 0.17) return sameLength(labelled, labelled.text.toLowerCase())
  if (roll < 0.19) return sameLength(labelled, labelled.text.toUpperCase())
  return labelled
}

function sameLength(labelled: Labelled, text: string): Labelled {
  return text.length === labelled.text.length ? { text, spans: labelled.spans } : labelled
}
