import { isObject, listAt, notKnown, objectAt, RuleProblem, textAt } from '../../rules/problem.ts'
import { readFormula, SEARCH_KEYS } from '../../rules/read-formula.ts'
import { MATCH_KEYS, readMatch } from '../../rules/read-match.ts'
import { readAbout, readFixes } from '../../rules/read-rule.ts'
import type { Formula } from '../../rules/rule.ts'
import { readTaintOptions } from './read-taint-options.ts'
import { parseRequires } from './requires.ts'
import type {
  PropagatorPart,
  SanitizerPart,
  SideEffect,
  SinkDemand,
  SinkPart,
  SourcePart,
  TaintPart,
  TaintRule,
} from './taint-rule.ts'

type Given = Readonly<Record<string, unknown>>

/** Keys of a taint rule in the older syntax, with their names under `taint`. */
const LISTS: Readonly<Record<string, string>> = {
  'pattern-sources': 'sources',
  'pattern-sinks': 'sinks',
  'pattern-sanitizers': 'sanitizers',
  'pattern-propagators': 'propagators',
}
const KEYS: ReadonlySet<string> = new Set([...Object.keys(LISTS), 'taint'])

/**
 * Parses a rule file entry with `mode: taint`.
 * @throws {RuleProblem} that names the unsupported part: such a rule does not run at all
 */
export function readTaintRule(given: Given, file: string): TaintRule {
  const about = readAbout(given, file, KEYS)
  if (about.languages.length === 0) throw new RuleProblem('mode: taint requires a language with a grammar.')
  const options = given['options'] === undefined ? {} : objectAt(given['options'], 'options')
  return {
    ...about,
    sources: parts(given, 'pattern-sources', readSource, true),
    sinks: parts(given, 'pattern-sinks', readSink, true),
    sanitizers: parts(given, 'pattern-sanitizers', readSanitizer, false),
    propagators: parts(given, 'pattern-propagators', readPropagator, false),
    taint: readTaintOptions(options),
  }
}

function parts<Part>(rule: Given, key: string, read: (one: Given) => Part, isNeeded: boolean): readonly Part[] {
  const isNew = rule['taint'] !== undefined
  const name = isNew ? LISTS[key]! : key
  const value = (isNew ? newer(rule) : rule)[name]
  if (value === undefined && !isNeeded) return []
  const list = listAt(value, name)
  if (list.length === 0 && isNeeded) throw new RuleProblem(`${name} must contain at least one item.`)
  return list.map((item) => read(isNew ? asMatch(item, name) : objectAt(item, `Each item of ${name}`)))
}

/** Converts the newer syntax under `taint`. */
function newer(rule: Given): Given {
  const older = Object.keys(LISTS).find((key) => rule[key] !== undefined)
  if (older !== undefined) throw new RuleProblem(`Only one of taint and ${older} is allowed.`)
  const object = objectAt(rule['taint'], 'taint')
  const other = Object.keys(object).find((key) => !Object.values(LISTS).includes(key))
  if (other !== undefined) throw notKnown(other, Object.values(LISTS), ' in taint')
  return object
}

/** Moves the search keys of a part to `match`; other keys stay. */
function asMatch(one: unknown, name: string): Given {
  if (!isObject(one)) return { match: textAt(one, `Each item of ${name}`) }
  const said = Object.entries(one)
  const isSearch = ([key]: readonly [string, unknown]): boolean => MATCH_KEYS.has(key)
  return {
    ...Object.fromEntries(said.filter((entry) => !isSearch(entry))),
    match: Object.fromEntries(said.filter(isSearch)),
  }
}

function readSource(given: Given): SourcePart {
  return {
    ...readPart(given, 'pattern-sources', ['exact', 'by-side-effect', 'control', 'label', 'requires']),
    isExact: flag(given, 'exact', false),
    sideEffect: sideEffect(given, false),
    isControl: flag(given, 'control', false),
    label: labelOf(given['label']),
    ...(given['requires'] !== undefined && { requires: requirement(given['requires']) }),
  }
}

function readSanitizer(given: Given): SanitizerPart {
  return {
    ...readPart(given, 'pattern-sanitizers', ['exact', 'by-side-effect', 'not_conflicting', 'not-conflicting']),
    isExact: flag(given, 'exact', false),
    sideEffect: sideEffect(given, false),
    yields: flag(given, 'not_conflicting', false) || flag(given, 'not-conflicting', false),
  }
}

function readSink(given: Given): SinkPart {
  const requires = given['requires']
  return {
    ...readPart(given, 'pattern-sinks', ['exact', 'at-exit', 'requires', 'fix', 'fix-regex']),
    ...readFixes(given),
    isExact: flag(given, 'exact', true),
    isAtExit: flag(given, 'at-exit', false),
    ...(requires !== undefined && { requires: Array.isArray(requires) ? demands(requires) : requirement(requires) }),
  }
}

function readPropagator(given: Given): PropagatorPart {
  const keys = ['from', 'to', 'by-side-effect', 'requires', 'label', 'replace-labels']
  const [from, to] = [textAt(given['from'], 'from'), textAt(given['to'], 'to')]
  const wrong = [from, to].find((item) => !/^\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*$/.test(item))
  if (wrong !== undefined) throw new RuleProblem(`from and to of a propagator must be metavariables; ${wrong} is not.`)
  return {
    ...readPart(given, 'pattern-propagators', keys),
    from,
    to,
    isAfter: flag(given, 'by-side-effect', true),
    label: labelOf(given['label']),
    ...(given['requires'] !== undefined && { requires: requirement(given['requires']) }),
    ...(given['replace-labels'] !== undefined && {
      replaces: listAt(given['replace-labels'], 'replace-labels').map(labelOf),
    }),
  }
}

function labelOf(given: unknown): string {
  const label = given === undefined ? '' : textAt(given, 'label')
  if (label !== '' && !/^[A-Za-z_]\w*$/.test(label)) throw new RuleProblem(`The label ${label} is not a valid name.`)
  return label
}

function readPart(given: Given, where: string, keys: readonly string[]): TaintPart {
  const search: readonly string[] = [...SEARCH_KEYS, 'match']
  const other = Object.keys(given).find((key) => !keys.includes(key) && !search.includes(key))
  if (other !== undefined) throw notKnown(other, [...keys, ...search], ` in ${where}`)
  const formula = given['match'] === undefined ? readFormula(given) : readMatch(given['match'])
  return { formula, hasFocus: focuses(formula) }
}

function focuses(formula: Formula): boolean {
  switch (formula.type) {
    case 'all':
      return formula.focus.length > 0 || formula.parts.some(focuses)
    case 'any':
      return formula.parts.some(focuses)
    case 'pattern':
    case 'regex':
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return false
  }
}

function flag(given: Given, key: string, otherwise: boolean): boolean {
  const value = given[key]
  if (value === undefined) return otherwise
  if (typeof value !== 'boolean') throw new RuleProblem(`${key} must be true or false.`)
  return value
}

function sideEffect(given: Given, otherwise: boolean): SideEffect {
  if (given['by-side-effect'] === 'only') return 'only'
  return flag(given, 'by-side-effect', otherwise) ? 'also' : 'no'
}

function requirement(value: unknown): string {
  const text = textAt(value, 'requires')
  if (parseRequires(text) === undefined) throw new RuleProblem(`Invalid requires expression: ${text}.`)
  return text
}

/** Parses requirements; each entry of the list names one metavariable. */
function demands(list: readonly unknown[]): readonly SinkDemand[] {
  const found = list.flatMap((item) => {
    if (!isObject(item)) throw new RuleProblem('Each item of requires must name a metavariable.')
    return Object.entries(item).map(([meta, value]) => ({ meta, requires: requirement(value) }))
  })
  if (found.length === 0) throw new RuleProblem('requires must name at least one metavariable.')
  return found
}
