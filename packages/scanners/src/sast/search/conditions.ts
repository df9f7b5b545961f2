import { type Bound, boundTo, join } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import { numberOf } from '../match/literals.ts'
import type { Constant } from '../match/pattern.ts'
import { stringText } from '../match/view.ts'
import type { Condition } from '../rules/rule.ts'
import { analyse } from './analysis.ts'
import { parseComparison } from './comparison.ts'
import { evaluate, type SearchGround } from './evaluate.ts'

/** What is left of a hit under a condition: nothing, or the hit with what the condition bound besides. */
export function meets(condition: Condition, hit: Hit, ground: SearchGround): readonly Hit[] {
  if (condition.type === 'comparison') return compares(condition, hit, ground) ? [hit] : []
  const bound = boundTo(hit.bindings, condition.meta)
  if (bound === undefined) return []
  switch (condition.type) {
    case 'regex':
      return textsOf(bound, ground).some((text) => condition.regex.startsIn(text)) ? [hit] : []
    case 'analysis': {
      const value = valueOf(bound, ground)
      return typeof value === 'string' && analyse(condition.analyzer, value) ? [hit] : []
    }
    case 'type': {
      const facts = ground.source?.facts
      const type = bound.node === -1 ? undefined : facts?.typeOf(bound.node)
      return type !== undefined && condition.types.some((one) => facts?.isType(type, one)) ? [hit] : []
    }
    case 'pattern':
    default: {
      const region = condition.language === undefined ? bound : contentOf(bound, ground)
      const found = evaluate(condition.formula, ground, region)
      return found.flatMap((one) => {
        const joined = join(hit.bindings, one.bindings)
        return joined === undefined ? [] : [{ ...hit, bindings: joined.bindings }]
      })
    }
  }
}

function compares(
  { comparison, meta, strip, base }: Extract<Condition, { type: 'comparison' }>,
  hit: Hit,
  ground: SearchGround,
): boolean {
  const value = parseComparison(comparison)?.((name) => {
    const bound = boundTo(hit.bindings, name)
    if (bound === undefined) return undefined
    const known = valueOf(bound, ground)
    if (name !== meta || (!strip && base === 10)) return known
    const text = typeof known === 'string' ? known : ground.text.slice(bound.start, bound.end)
    const number = Number.parseInt(text.replace(/^["'`]|["'`]$/g, '').replace(/^0[xob]/i, ''), base)
    return Number.isNaN(number) ? undefined : number
  })
  return value === true
}

/** The value of what a metavariable stands for; undefined where it is not known. */
export function valueOf(bound: Bound, { source }: Pick<SearchGround, 'source'>): Constant | undefined {
  if (bound.node === -1) return numberOf(bound.key) ?? bound.key
  return source?.facts.constantOf(bound.node)
}

/** What a regex may be held against: the code, and of a string what it says. */
function textsOf(bound: Bound, { text, source }: SearchGround): readonly string[] {
  if (bound.node === -1) return [bound.key]
  const code = text.slice(bound.start, bound.end)
  const string = source && stringText(source.tree, bound.node, source.vocabulary)
  const value = string === undefined ? source?.facts.constantOf(bound.node) : undefined
  return [code, ...(string === undefined ? [] : [string]), ...(typeof value === 'string' ? [value] : [])]
}

/** The text within the quotes of a string, or all of what is none. */
function contentOf(bound: Bound, { text, source }: SearchGround): { readonly start: number; readonly end: number } {
  const string = source && bound.node !== -1 ? stringText(source.tree, bound.node, source.vocabulary) : undefined
  if (string === undefined) return bound
  const at = text.slice(bound.start, bound.end).indexOf(string)
  return at === -1 ? bound : { start: bound.start + at, end: bound.start + at + string.length }
}
