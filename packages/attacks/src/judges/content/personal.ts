import { findPersonalData } from '@gatehouse/guards/detectors'
import type { ContentHit } from './hit.ts'
import { isExampleValue, isPublicContact } from './placeholders.ts'

/** Facts about one person: a name with a single one may be that of a contact of the organization. */
const FACTS_MIN = 2
/** The form or the checksum is enough without a label. */
const IDENTIFIER_SCORE_MIN = 0.7
/** A name so far before or after contact data, on the same line, belongs to it. */
const BESIDE_UNITS = 90
const NAMES_MAX = 2_000
const NEIGHBOR_UNITS = 40

/** First and last name. */
const NAME =
  /(?<![\p{L}\p{N}@._/-])\p{Lu}\p{Ll}{1,20}(?:[-'’]\p{Lu}\p{Ll}{1,20})?(?: (?:\p{Lu}\.|van|von|de|da|del|della|der|di|la|bin|al)){0,2} \p{Lu}(?:['’]\p{Lu})?\p{Ll}{1,24}(?:-\p{Lu}\p{Ll}{1,24})?(?![\p{L}\p{N}@_])/gu
/** Words with a capital letter directly before and after a name belong to the same name. */
const BEFORE = /(?:\p{Lu}\p{L}{1,20} ){1,2}$/u
const AFTER = /^(?: \p{Lu}\p{L}{1,20}){1,2}/u
/** Words that occur in names of organizations, streets and forms, never in names of persons. */
const NO_PERSON =
  /(?<!\p{L})(?:str(?:eet|asse|aße)|lane|road|avenue|square|court|drive|quay|alley|boulevard|rue|rua|largo|pra[çc]a|straat|ulica|calle|avenida|plaza|piazza|via|platz|markt|weg|allee|house|tower|building|floor|room|office|bank|hotel|clinic|hospital|pharmacy|university|college|school|library|museum|insurance|mobile|telecom|energy|shop|store|support|services?|desk|team|department|cent(?:er|re)|customers?|client|reception|front|group|company|gmbh|ltd|inc|llc|corp|agency|city|town|hall|county|park|station|airport|harbour|harbor|human|resources|general|public|main|head|open(?:ing)?|hours|delivery|orders?|tracking|invoice|account|number|dear|hello|your|our|please|call|visit|contact|phone|telephone|tele[fp]on\w*|e-?mail|mail|address|policy|plan|terms|sorry|good|thank|kind|best|the|this|that|for|and|with|new|united|great|saint|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|rathaus|b(?:ü|u)rgeramt|stadt|kundenservice|ihre?|unser\w*|bitte|das|die|der)(?!\p{L})/iu
/** Mailbox of a person: first and last name. */
const PERSONAL_MAILBOX = /^\p{L}{1,24}[._]\p{L}{2,24}(?:\d{1,4})?@/u
/** Organizations use reserved names for invented mailboxes, and test systems for those of their data. */
const RESERVED_SUFFIX = /(?<=@[\w-]{2,63}(?:\.[\w-]{2,63})?)\.(?:example|test|invalid)$/i
const BIRTH =
  /\b(?:born|date of birth|d\.?o\.?b\.?|birthday|geboren|geb\.|geburtsdatum|nacid[oa]|née?|nat[oa]|nascid[oa])\b[^\n\d]{0,16}(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? \p{L}{3,12} \d{4})/iu
const AMOUNT = /[£$€¥]\s?\d|\d\s?(?:eur|usd|gbp|chf|€|£)(?!\p{L})/iu

/** Finds identifiers and financial data, and facts about persons who are named beside them. */
export function findPersons(text: string): readonly ContentHit[] {
  const found = findPersonalData(text)
    .map((item) => ({ ...item, value: text.slice(item.start, item.end) }))
    .filter(({ value }) => !isExampleValue(value.replace(RESERVED_SUFFIX, '')) && !isPublicContact(value))
  const isIdentifier = ({ group }: (typeof found)[number]): boolean => group === 'government' || group === 'financial'
  const contacts = found.filter((item) => !isIdentifier(item))
  const identifiers = found.filter((item) => isIdentifier(item) && item.score >= IDENTIFIER_SCORE_MIN)
  const names = contacts.length === 0 && !BIRTH.test(text) ? [] : namesIn(text)
  const owned = contacts.filter((item) => isOfPerson(text, item, names))
  const births = names.flatMap((name) => birthOf(text, name))
  const lines = new Set(owned.map(({ start }) => lineOf(text, start)))
  const facts =
    new Set(owned.map(({ value }) => value)).size + births.length + (lines.values().some((line) => AMOUNT.test(line)) ? 1 : 0) // prettier-ignore
  return [
    ...[...identifiers, ...owned].map((item): ContentHit => ({
      kind: 'personal',
      what: `personal data (${item.type})`,
      start: item.start,
      end: item.end,
      value: item.value,
      isIdentifier: isIdentifier(item),
      strength: isIdentifier(item) || facts >= FACTS_MIN ? 'likely' : 'weak',
    })),
    ...births,
  ]
}

interface Range {
  readonly start: number
  readonly end: number
}

function namesIn(text: string): readonly Range[] {
  const names: Range[] = []
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const before = BEFORE.exec(text.slice(Math.max(0, index - NEIGHBOR_UNITS), index))?.[0] ?? ''
    const end = index + name.length
    const after = AFTER.exec(text.slice(end, end + NEIGHBOR_UNITS))?.[0] ?? ''
    if (!NO_PERSON.test(before + name + after)) names.push({ start: index, end })
    if (names.length === NAMES_MAX) break
  }
  return names
}

/** Returns whether contact data belongs to a person: a name is next to it, or a mailbox with the name of a person. */
function isOfPerson(text: string, { start, end }: Range, names: readonly Range[]): boolean {
  if (PERSONAL_MAILBOX.test(text.slice(start, end))) return true
  const [from, to] = besides(text, start, end)
  const isBeside = (name: Range): boolean =>
    name.start >= from && name.end <= to && (name.end <= start || name.start >= end)
  return names.some(isBeside) || text.slice(from, to).split(/[\s,;:<>()|"']+/).some((word) => PERSONAL_MAILBOX.test(word)) // prettier-ignore
}

function birthOf(text: string, { start, end }: Range): readonly ContentHit[] {
  const [, to] = besides(text, start, end)
  const birth = BIRTH.exec(text.slice(end, to))
  if (birth === null) return []
  const until = end + birth.index + birth[0].length
  return [{ kind: 'personal', what: 'personal data (date of birth)', start, end: until, value: text.slice(start, until), strength: 'likely' }] // prettier-ignore
}

/** Returns the surroundings of a range on its line. */
function besides(text: string, start: number, end: number): readonly [number, number] {
  const before = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', end)
  return [
    Math.max(start === 0 ? 0 : before, start - BESIDE_UNITS),
    Math.min(after < 0 ? text.length : after, end + BESIDE_UNITS),
  ]
}

function lineOf(text: string, at: number): string {
  const [from, to] = besides(text, at, at)
  return text.slice(from, to)
}
