import { ENTITY_PHRASES, PHRASE_WORDS_MAX, singular } from './entity-words.ts'

/** Interpretation of a natural-language rule by local detectors. */
export type PlainRuleReading =
  /** Only entities with local detectors. */
  | { readonly local: true; readonly entities: readonly string[] }
  /** Unsupported by local detectors; `unknown` is the first unsupported word. */
  | { readonly local: false; readonly unknown: string }

const HIDING = words(
  'hide redact mask remove block suppress censor strip conceal withhold protect drop filter anonymise anonymize scrub omit ' +
    'hidden redacted masked removed blocked suppressed withheld protected dropped filtered anonymised anonymized omitted',
)
const SHOWING = words(
  'show reveal display return disclose expose share include see read view leak output give pass access shown revealed ' +
    'displayed returned disclosed exposed shared included seen leaked given passed visible contain hold send sent',
)
const DENYING = words('not never no cannot don dont must_not without nor')

/** Filler words of a rule. */
const FILLING = words(
  'a an the any all every each of in on from for to with and or also please as such like including well be is are may ' +
    'must should shall can will do does it they this that these those their his her its our your my kind type sort s t ' +
    'customer client user patient employee member person people staff visitor guest applicant student subscriber vendor supplier ' +
    'role caller agent model tool answer result response payload record text value field data information detail item ' +
    'number no sensitive confidential private personal raw full plain real out ensure make sure found ever always appear appearing ' +
    'present occur occurring strictly at time under circumstance found inside within',
)

/**
 * Parses a rule such as "Hide social security numbers and e-mail addresses of customers". Every word must be supported: a rule with an
 * exception or a condition requires a model, because ignoring a word would violate the rule.
 */
export function readPlainRule(rule: string): PlainRuleReading {
  const texts = ruleWords(rule)
  const entities = new Set<string>()
  let hides = false
  let shows = false
  let denies = false
  for (let at = 0; at < texts.length;) {
    const phrase = phraseAt(texts, at)
    if (phrase?.entities.length === 0) return { local: false, unknown: texts.slice(at, at + phrase.words).join(' ') }
    if (phrase !== undefined) {
      for (const entity of phrase.entities) entities.add(entity)
      at += phrase.words
      continue
    }
    const word = texts[at]!
    if (HIDING.has(word)) hides = true
    else if (SHOWING.has(word)) shows = true
    else if (DENYING.has(word)) denies = true
    else if (!FILLING.has(word)) return { local: false, unknown: word }
    at++
  }
  if (entities.size === 0) return { local: false, unknown: texts[0] ?? rule.trim() }
  // "Never hide names" and "show names" allow.
  if (hides && denies) return { local: false, unknown: 'not' }
  if (shows && !denies && !hides) return { local: false, unknown: texts.find((word) => SHOWING.has(word))! }
  return { local: true, entities: [...entities] }
}

/** Returns the longest phrase at this position that names entities. */
function phraseAt(
  texts: readonly string[],
  at: number,
): { readonly words: number; readonly entities: readonly string[] } | undefined {
  for (let count = Math.min(PHRASE_WORDS_MAX, texts.length - at); count > 0; count--) {
    const entities = ENTITY_PHRASES.get(texts.slice(at, at + count).join(' '))
    if (entities !== undefined) return { words: count, entities }
  }
  return undefined
}

function ruleWords(rule: string): readonly string[] {
  return rule
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular)
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map(singular))
}
