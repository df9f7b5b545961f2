import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { followedBy, hasFreeSources } from './fits.ts'
import type { Finding, Group, Program } from './group.ts'
import { makeHelper, placeHelper } from './helper.ts'
import { placesOf } from './sites.ts'

/** Extracts tracked arguments of calls into functions. */
export function extractValue(
  code: Code,
  program: Program,
  group: Group,
  before: readonly Finding[],
): Mutated | undefined {
  const draft = new Draft(program, code.file)
  let count = 0
  for (const place of placesOf(code, group, before)) {
    const verdicts = place.verdicts.filter(({ rule, finding }) => {
      const flow = group.taint.get(rule)
      return flow !== undefined && (finding !== undefined || hasFreeSources(flow))
    })
    const byRule = verdicts.map((verdict) => ({ verdict, values: followedBy(code, group, place, verdict) }))
    const [first] = [...byRule.filter(({ verdict, values }) => verdict.finding && values.length > 0), ...byRule]
    if (first === undefined) continue
    const fitting = byRule.filter(({ values }) => first.values.every((value) => values.includes(value)))
    draft.open({
      start: code.start(place.statement),
      end: code.end(place.statement),
      rules: new Set(fitting.map(({ verdict }) => verdict.rule)),
    })
    for (const value of first.values) {
      const [start, end] = [code.start(value), code.end(value)]
      // A source may depend on its context, which extraction removes.
      if (fitting.some(({ verdict: { finding } }) => isWithin(finding?.source?.start, start, end))) continue
      const helper = makeHelper(
        code,
        { start, end, holes: [], statement: place.statement },
        {
          name: `extracted${(count += 1)}`,
          isMoved: false,
          mayGiveConstants: true,
          isValue: true,
          needsTypes: fitting.some(({ verdict }) => verdict.needsTypes),
        },
      )
      if (helper === undefined || !draft.isFree(start, end)) continue
      const call = helper.call.map(String).join('')
      if (placeHelper(code, place.statement, helper, draft)) draft.replace(start, end, { text: call, of: [start, end] })
    }
  }
  return draft.count === 0 ? undefined : draft.done()
}

function isWithin(offset: number | undefined, start: number, end: number): boolean {
  return offset !== undefined && offset >= start && offset < end
}
