import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { followedBy, hasFreeSources, isFreeRule } from './fits.ts'
import type { Finding, Group, Program } from './group.ts'
import { asksTypes } from './meaning.ts'
import { type Made, makeHelper, placeHelper, type Wanted } from './helper.ts'
import { type Place, placesOf } from './sites.ts'

/** Extracts calls that rules match into functions. */
export function extractCall(
  code: Code,
  program: Program,
  group: Group,
  before: readonly Finding[],
): Mutated | undefined {
  const draft = new Draft(program, code.file)
  extractCalls(code, group, before, draft, false, (created, { statement }) =>
    placeHelper(code, statement, created, draft),
  )
  return draft.count === 0 ? undefined : draft.done()
}

/** Inserts the helpers of calls with `put`. */
export function extractCalls(
  code: Code,
  group: Group,
  before: readonly Finding[],
  draft: Draft,
  isMoved: boolean,
  put: (created: Made, place: Place, name: string) => boolean,
): void {
  let count = 0
  // A finding on another call may depend on the moved code.
  draft.judges = (rule) => {
    const own = group.search.get(rule)
    return own === undefined || (isFreeRule(own) && !asksTypes(own.formula))
  }
  for (const place of placesOf(code, group, before)) {
    const [start, end] = [code.start(place.call), code.end(place.call)]
    if (!code.vocabulary.rows.calls.has(code.tree.kind[place.call]!) || !draft.isFree(start, end)) continue
    const flows = place.verdicts.filter(({ rule }) => {
      const flow = group.taint.get(rule)
      return flow !== undefined && hasFreeSources(flow)
    })
    const isFlow = flows.length > 0
    const fitting = (isFlow ? flows : place.verdicts.filter(({ rule }) => group.search.has(rule))).filter(
      ({ isFree }) => isFree,
    )
    const [first] = [...fitting.filter(({ finding }) => finding !== undefined), ...fitting]
    if (first === undefined) continue
    const holes = isFlow ? followedBy(code, group, place, first) : []
    if (isFlow && holes.length === 0) continue
    draft.open({
      start: code.start(place.statement),
      end: code.end(place.statement),
      rules: new Set(fitting.map(({ rule }) => rule)),
    })
    const name = `extracted${(count += 1)}`
    const wanted: Wanted = {
      name,
      isMoved,
      mayGiveConstants: isFlow,
      needsTypes: fitting.some((item) => item.needsTypes),
    }
    const helper = makeHelper(code, { start, end, holes, statement: place.statement }, wanted)
    if (helper !== undefined && put(helper, place, name)) draft.replace(start, end, ...helper.call)
  }
}
