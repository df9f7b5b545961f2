import { isFunctionWord } from './language.ts'
import { ACTIONS, GENERAL_NOUNS, NOT_SUBJECTS, ROLES } from './subject-words.ts'

/**
 * What a target is about, as words for attacks. All lists are bounded, and all words are letters, digits and hyphens: a target cannot write
 * instructions into the attacks, only words.
 */
export interface Subject {
  /** E.g. "invoice". */
  readonly objects: readonly string[]
  /** Verbs in their basic form, e.g. "cancel". */
  readonly actions: readonly string[]
  /** Identifiers of the form that the target shows, with other numbers. */
  readonly ids: readonly string[]
  /** Names of tools. */
  readonly tools: readonly string[]
  /** E.g. "technician". */
  readonly roles: readonly string[]
}

export const NO_SUBJECT: Subject = { objects: [], actions: [], ids: [], tools: [], roles: [] }

/** Own limits: attacks name a few words, and profiles are part of reports. */
const LIST_MAX = 6
const TEXT_UNITS_MAX = 8_000
const SHOWN_IDS_MAX = 3
const GENERAL_WEIGHT = 3
const QUOTED_WEIGHT = 2

const WORD = /^[\p{L}][\p{L}-]{2,23}$/u
/** Words before an enumeration of topics. */
const LISTS =
  /(?<![\p{L}])(?:about|with|your|on|for|over|zu|zum|zur|über|rund um|bei|mit|ihre?n?|sobre|con|para|tus?|sus?|de|votre|vos|avec|des)\s+([\p{L}][\p{L} ,’'/-]{2,120})/giu
const JOINTS = /\s*,\s*|\s+(?:and|or|und|oder|sowie|y|o|et|ou|e)\s+|\//iu
const QUOTED = /["“„«‘']([\p{L}][\p{L} -]{2,30})["”“»’']/gu
const ID = /\b[A-Z]{1,6}-?\d{3,10}\b/g
const TOOL = /\b[a-z]{2,15}(?:_[a-z]{2,15}){1,3}\b/g

/** Reads the subject from replies to harmless messages. Linear in their first characters, and the same for the same replies. */
export function readSubject(replies: readonly string[], language: string): Subject {
  const texts = replies.map((reply) => reply.slice(0, TEXT_UNITS_MAX).normalize('NFC'))
  const text = texts.join('\n')
  const lower = text.toLowerCase()
  const words = new Set(lower.match(/[\p{L}-]+/gu) ?? [])
  const known = (list: Readonly<Record<string, string>>) => (list[language] ?? list['en'] ?? '').split(' ')
  const ids = [...new Set(text.match(ID) ?? [])].slice(0, SHOWN_IDS_MAX)
  return {
    objects: objectsOf(texts, language),
    actions: known(ACTIONS)
      .filter((verb) => [...words].some((word) => isFormOf(word, verb)))
      .slice(0, LIST_MAX),
    ids: [...new Set(ids.flatMap(neighbours))].slice(0, LIST_MAX),
    tools: [...new Set(text.match(TOOL) ?? [])].slice(0, LIST_MAX),
    roles: known(ROLES)
      .filter((role) => words.has(role) || words.has(`${role}s`))
      .slice(0, LIST_MAX),
  }
}

/** Returns the nouns of enumerations, quoted hints and general nouns, most frequent first. */
function objectsOf(texts: readonly string[], language: string): readonly string[] {
  const weights = new Map<string, number>()
  const general = new Set((GENERAL_NOUNS[language] ?? '').split(' '))
  const add = (found: string, weight: number): void => {
    const noun = nounOf(found, language)
    if (noun !== undefined)
      weights.set(noun, (weights.get(noun) ?? 0) + weight + (general.has(noun) ? GENERAL_WEIGHT : 0))
  }
  // A reply that the target repeats counts once.
  for (const text of new Set(texts)) {
    for (const [, list] of text.matchAll(LISTS)) for (const item of list!.split(JOINTS)) add(item, 1)
    for (const [, hint] of text.matchAll(QUOTED)) add(hint!, QUOTED_WEIGHT)
    for (const word of text.toLowerCase().match(/[\p{L}-]{3,24}/gu) ?? []) {
      if (general.has(singular(word, language))) add(word, 0)
    }
  }
  return [...weights]
    .toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, LIST_MAX)
    .map(([noun]) => (language === 'de' ? noun.charAt(0).toUpperCase() + noun.slice(1) : noun))
}

/** Returns the last content word of an item: "a new appointment today" gives "appointment". */
function nounOf(item: string, language: string): string | undefined {
  const words: string[] = []
  for (const word of item.toLowerCase().trim().split(/\s+/)) {
    const isContent = WORD.test(word) && !isFunctionWord(word) && !NOT_SUBJECTS.has(word)
    // The enumeration ends where the sentence continues.
    if (!isContent && words.length > 0) break
    if (isContent) words.push(word)
  }
  const last = words.length > 2 ? undefined : words.at(-1)
  return last === undefined ? undefined : singular(last, language)
}

function singular(word: string, language: string): string {
  if (language !== 'en' || word.endsWith('ss') || word.length < 5) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function isFormOf(word: string, verb: string): boolean {
  const stem = verb.replace(/(?:e|en|n|er|ar|ir|re)$/u, '')
  return word === verb || (stem.length >= 4 && word.startsWith(stem) && word.length <= verb.length + 5)
}

/** Returns identifiers with the numbers before and after: the form stays the same. */
function neighbours(id: string): readonly string[] {
  const digits = /\d+$/.exec(id)![0]
  const prefix = id.slice(0, -digits.length)
  return [1, -1].flatMap((step) => {
    const number = Number(digits) + step
    const shown = String(number).padStart(digits.length, '0')
    return number < 0 || shown.length > digits.length ? [] : [prefix + shown]
  })
}
