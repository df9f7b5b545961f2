import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { factsOf } from './facts/all.ts'
import { followedBy } from './fits.ts'
import type { Finding, Group, Program } from './group.ts'
import { placesOf } from './sites.ts'

/** Extracts arguments of matched calls into variables. */
export function extractVariable(
  code: Code,
  program: Program,
  group: Group,
  before: readonly Finding[],
): Mutated | undefined {
  const { variable, use } = factsOf(code.language)!.extract
  const draft = new Draft(program, code.file)
  let count = 0
  for (const place of placesOf(code, group, before)) {
    const byRule = place.verdicts.map((verdict) => ({ verdict, values: followedBy(code, group, place, verdict) }))
    // Findings have precedence; calls without a finding have to stay so.
    const [first] = [...byRule.filter(({ verdict, values }) => verdict.finding && values.length > 0), ...byRule]
    if (first === undefined || first.values.length === 0) continue
    const fitting = byRule.filter(({ values }) => first.values.every((value) => values.includes(value)))
    const start = code.start(place.statement)
    const indent = code.indentAt(start)
    draft.open({ start, end: code.end(place.statement), rules: new Set(fitting.map(({ verdict }) => verdict.rule)) })
    for (const value of first.values) {
      const name = `extracted${(count += 1)}`
      const range = [code.start(value), code.end(value)] as const
      const type = code.facts.typeOf(value)
      const [head, tail] = variable(name, '\0', type).join('').split('\0') as [string, string]
      if (!draft.replace(...range, { text: use(name), of: range })) continue
      draft.insert(start, head, range, tail + indent)
    }
  }
  return draft.count === 0 ? undefined : draft.done()
}
