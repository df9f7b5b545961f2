import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { followedBy } from './fits.ts'
import type { Finding, Group, Program } from './group.ts'
import { placesOf } from './sites.ts'

/** Text around a value, with `@` for the value. */
type Wrapping = Readonly<Record<string, string>>

/** Go and Rust have no default of an absent text that is as short as these. */
const DEFAULTS: Wrapping = {
  csharp: '(@ ?? "")',
  java: '(@ == null ? "" : @)',
  javascript: "(@ || '')",
  kotlin: '(@ ?: "")',
  php: "(@ ?? '')",
  python: "(@ or '')",
  ruby: "(@ || '')",
  tsx: "(@ || '')",
  typescript: "(@ ?? '')",
}

const CONDITIONALS: Wrapping = {
  c: '(@ ? @ : "")',
  cpp: '(@ ? @ : "")',
  csharp: '(@ != null ? @ : "")',
  java: '(@ != null ? @ : "")',
  javascript: "(@ ? @ : '')",
  kotlin: '(if (@ != null) @ else "")',
  php: "(@ ? @ : '')",
  python: "(@ if @ else '')",
  ruby: "(@ ? @ : '')",
  tsx: "(@ ? @ : '')",
  typescript: "(@ ? @ : '')",
}

const PARENTHESES: Wrapping = Object.fromEntries(
  [...Object.keys(CONDITIONALS), 'go', 'rust'].map((language) => [language, '(@)']),
)

/** Adds a default to the values that rules follow data to. */
export const addDefault = wrapping(DEFAULTS, false)
/** Wraps tracked values in one branch of a conditional. */
export const addConditional = wrapping(CONDITIONALS, false)
/** Puts arguments of matched calls into parentheses. */
export const parenthesise = wrapping(PARENTHESES, true)

function wrapping(wrappings: Wrapping, ofSearch: boolean) {
  return (code: Code, program: Program, group: Group, before: readonly Finding[]): Mutated | undefined => {
    const wrapped = wrappings[code.language.name]
    if (wrapped === undefined) return undefined
    const pieces = wrapped.split('@')
    const isEmptyText = /["']{2}/.test(wrapped)
    const draft = new Draft(program, code.file)
    for (const place of placesOf(code, group, before)) {
      const byRule = place.verdicts.map((verdict) => {
        const isTaint = group.taint.has(verdict.rule)
        if (!isTaint) return { verdict, values: ofSearch && verdict.finding ? place.values : [] }
        return { verdict, values: followedBy(code, group, place, verdict) }
      })
      const [first] = [...byRule.filter(({ verdict, values }) => verdict.finding && values.length > 0), ...byRule]
      if (first === undefined || first.values.length === 0) continue
      const fitting = byRule.filter(({ values }) => first.values.every((value) => values.includes(value)))
      const rules = new Set(fitting.map(({ verdict }) => verdict.rule))
      draft.open({ start: code.start(place.statement), end: code.end(place.statement), rules })
      for (const value of first.values) {
        if (!mayWrap(code, place.statement, value, isEmptyText)) continue
        const range = [code.start(value), code.end(value)] as const
        const inner = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [range, piece]))
        draft.replace(...range, ...inner)
      }
      draft.close()
    }
    return draft.count === 0 ? undefined : draft.done()
  }
}

/** Languages in which a string cannot replace a value of another type. */
const TYPED = new Set(['c', 'cpp', 'csharp', 'java', 'kotlin'])

/** Whether a value may be in parentheses, and, with `isEmptyText`, whether a text may replace it. */
function mayWrap(code: Code, statement: number, value: number, isEmptyText: boolean): boolean {
  // A statement with a leading parenthesis continues the previous line.
  if (code.start(value) === code.start(statement)) return false
  if (!isEmptyText) return true
  if (code.facts.constantOf(value) !== undefined) return false
  const type = code.facts.typeOf(value)
  const isObject =
    /^(?:new|object_creation)/.test(code.kind(value)) || type === undefined || !/^String|^string|char/.test(type)
  // Known strings, and unconverted request data.
  return (
    !TYPED.has(code.language.name) ||
    !isObject ||
    /getParameter|getHeader|Query\[|parameters\[/.test(code.textOf(value))
  )
}
