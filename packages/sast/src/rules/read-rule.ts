import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { languagesNamed } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import type { MatchOptions } from '../match/source.ts'
import { isObject, listAt, notKnown, objectAt, RuleProblem, textAt, textsAt } from './problem.ts'
import { hasPattern } from './has-pattern.ts'
import { readFormula, SEARCH_KEYS } from './read-formula.ts'
import { readMatch } from './read-match.ts'
import { readOptions } from './read-options.ts'
import type { Rule } from './rule.ts'
import { regexOf } from './text-regex.ts'

/** Keys of rules in any mode. */
const COMMON_KEYS = [
  'id',
  'message',
  'severity',
  'languages',
  'mode',
  'options',
  'paths',
  'fix',
  'fix-regex',
  'metadata',
  'min-version',
  'max-version',
]
const KEYS: ReadonlySet<string> = new Set([...SEARCH_KEYS, 'match'])

const SEVERITIES: Readonly<Record<string, FindingSeverity>> = {
  CRITICAL: 'CRITICAL',
  HIGH: 'HIGH',
  ERROR: 'HIGH',
  MEDIUM: 'MEDIUM',
  WARNING: 'MEDIUM',
  LOW: 'LOW',
  INFO: 'LOW',
  INVENTORY: 'INFO',
  EXPERIMENT: 'INFO',
}

const CONFIDENCES: Readonly<Record<string, number>> = { HIGH: 0.9, MEDIUM: 0.7, LOW: 0.4 }

/** Own limit: a sentence or two. */
const BEFORE_FIX_CHARS_MAX = 500

/** Own limit: an id is a short name. */
const ID_CHARS_MAX = 200
/** Own limit: a rule is renamed a few times at most. */
const FORMER_IDS_MAX = 20

/**
 * Parses one entry of a rule file.
 * @throws {RuleProblem} that names the unsupported part: such a rule does not run at all
 */
export function readRule(given: Readonly<Record<string, unknown>>, file: string): Rule {
  const mode = given['mode'] ?? 'search'
  if (mode !== 'search') throw new RuleProblem(`mode: ${textAt(mode, 'mode')} is not supported.`)
  const about = readAbout(given, file, KEYS)
  const isNew = given['match'] !== undefined
  const older = SEARCH_KEYS.find((key) => given[key] !== undefined)
  if (isNew && older !== undefined) throw new RuleProblem(`Only one of match and ${older} is allowed.`)
  const formula = isNew ? readMatch(given['match']) : readFormula(given)
  const words = listAt(given['languages'], 'languages')
  if (about.languages.length === 0 && !words.includes('generic') && hasPattern(formula)) {
    throw new RuleProblem('A rule for the language regex supports only pattern-regex.')
  }
  return { ...about, formula }
}

/**
 * Parses the keys that rules of all modes share.
 * @param keys additional keys of the mode
 * @throws {RuleProblem} that names the unsupported part
 */
export function readAbout(
  given: Readonly<Record<string, unknown>>,
  file: string,
  keys: ReadonlySet<string>,
): Omit<Rule, 'formula'> {
  const other = Object.keys(given).find((key) => !keys.has(key) && !COMMON_KEYS.includes(key))
  if (other !== undefined) throw notKnown(other, [...keys, ...COMMON_KEYS])
  const severity = SEVERITIES[textAt(given['severity'], 'severity').toUpperCase()]
  if (severity === undefined) throw new RuleProblem(`severity must be one of ${Object.keys(SEVERITIES).join(', ')}.`)
  const languages = readLanguages(listAt(given['languages'], 'languages'))
  return {
    id: readId(given['id']),
    message: textAt(given['message'], 'message').trim(),
    severity,
    languages,
    options: optionsOf(given['options']),
    ...readPaths(given['paths']),
    ...readFixes(given),
    ...readMetadata(given['metadata']),
    ...readFormerIds(given),
    file,
  }
}

/** Malformed former ids are ignored: they are no reason not to run a rule. */
function readFormerIds({ id, metadata }: Readonly<Record<string, unknown>>): Pick<Rule, 'formerIds'> {
  const given = isObject(metadata) ? looseTexts(metadata['former-ids']) : []
  const formerIds = [...new Set(given)].filter((item) => isId(item) && item !== id).slice(0, FORMER_IDS_MAX)
  return formerIds.length === 0 ? {} : { formerIds }
}

function readId(value: unknown): string {
  const id = textAt(value, 'id')
  if (isId(id)) return id
  throw new RuleProblem('id can contain only letters, digits, dots, dashes and underscores.')
}

function isId(text: string): boolean {
  return text.length <= ID_CHARS_MAX && /^[\w.-]+$/.test(text)
}

/** Empty for rules that need no grammar. */
function readLanguages(words: readonly unknown[]): readonly Language[] {
  const texts = words.map((word) => textAt(word, 'languages'))
  if (texts.length === 0) throw new RuleProblem('languages must name at least one language.')
  if (texts.every((word) => word === 'generic' || word === 'regex' || word === 'none')) return []
  const found = texts.map((word) => ({ word, languages: languagesNamed(word) }))
  const unknown = found.find(({ languages }) => languages.length === 0)
  if (unknown !== undefined) throw new RuleProblem(`The language ${unknown.word} is not supported.`)
  return [...new Set(found.flatMap(({ languages }) => languages))]
}

function optionsOf(value: unknown): MatchOptions {
  return readOptions(value === undefined ? {} : objectAt(value, 'options'))
}

function readPaths(value: unknown): Pick<Rule, 'include' | 'exclude'> {
  if (value === undefined) return { include: [], exclude: [] }
  const object = objectAt(value, 'paths')
  const other = Object.keys(object).find((key) => key !== 'include' && key !== 'exclude')
  if (other !== undefined) throw notKnown(other, ['include', 'exclude'], ' in paths')
  return { include: textsAt(object['include'], 'include'), exclude: textsAt(object['exclude'], 'exclude') }
}

/** Parses the fixes of a rule, or of one sink of a data-flow rule. */
export function readFixes(given: Readonly<Record<string, unknown>>): Pick<Rule, 'fix' | 'fixRegex'> {
  const fix = given['fix'] === undefined ? {} : { fix: textAt(given['fix'], 'fix') }
  if (given['fix-regex'] === undefined) return fix
  const { regex, replacement, count } = objectAt(given['fix-regex'], 'fix-regex')
  return {
    ...fix,
    fixRegex: {
      regex: regexOf(textAt(regex, 'regex'), 'fix-regex'),
      replacement: textAt(replacement, 'replacement'),
      count: typeof count === 'number' ? count : 0,
    },
  }
}

function readMetadata(
  value: unknown,
): Pick<Rule, 'beforeFix' | 'cwe' | 'owasp' | 'confidence' | 'references' | 'subject' | 'title' | 'yields'> {
  const given = isObject(value) ? value : {}
  const [cwe] = looseTexts(given['cwe']).map((text) => /CWE-\d{1,6}/i.exec(text)?.[0].toUpperCase())
  const owasp = looseTexts(given['owasp'])
    .map((text) => /[A-Z]{1,5}\d{1,2}:\d{4}/.exec(text)?.[0])
    .filter((code) => code !== undefined)
  const confidence =
    CONFIDENCES[looseTexts(given['confidence'])[0]?.toUpperCase() ?? 'MEDIUM'] ?? CONFIDENCES['MEDIUM']!
  const [beforeFix] = looseTexts(given['before-fix'])
  const [title] = looseTexts(given['title'])
  const [subject] = looseTexts(given['subject'])
  return {
    owasp: [...new Set(owasp)],
    confidence,
    references: referencesOf(looseTexts(given['references']), cwe),
    ...(beforeFix !== undefined && { beforeFix: beforeFix.slice(0, BEFORE_FIX_CHARS_MAX) }),
    ...(cwe !== undefined && { cwe }),
    ...(title !== undefined && { title }),
    ...(given['yields-to-flow'] === true && { yields: true }),
    ...(subject !== undefined && { subject }),
  }
}

/** The pages that a rule names; otherwise the page of its weakness. */
function referencesOf(given: readonly string[], cwe: string | undefined): readonly string[] {
  if (given.length > 0 || cwe === undefined) return given
  return [`https://cwe.mitre.org/data/definitions/${Number(cwe.slice('CWE-'.length))}.html`]
}

/** Returns the texts of metadata. Metadata has no schema: other values are dropped and do not disable the rule. */
function looseTexts(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((item) => typeof item === 'string')
}
