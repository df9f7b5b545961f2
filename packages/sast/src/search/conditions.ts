import { type Bindings, type Binding, bindingOf, entriesOf, join } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import { numberOf } from '../match/literals.ts'
import type { Constant } from '../match/pattern.ts'
import { stringText } from '../match/view.ts'
import type { Condition, Formula } from '../rules/rule.ts'
import { analyse } from './analysis.ts'
import { evaluate } from './evaluate.ts'
import { groundWithin, type OtherSearch, type SearchGround } from './ground.ts'
import type { Range } from './ranges.ts'

/** Whether conditions can hold at all, by the words and the types of the file. */
export function mayMatch(conditions: readonly Condition[], { source, hints, others, outer }: SearchGround): boolean {
  if (source === undefined || others !== undefined || outer !== undefined) return true
  return conditions.every((condition) => {
    if (condition.type === 'type') return condition.types.some((type) => source.facts.hasType(type))
    const clause = condition.type === 'comparison' ? undefined : hints?.get(condition.meta)
    return clause === undefined || clause.some((word) => source.words.has(word))
  })
}

/** Applies a condition to a hit: returns nothing, or the hit with the additional bindings. */
export function meets(condition: Condition, hit: Hit, ground: SearchGround): readonly Hit[] {
  if (condition.type === 'comparison') return compares(condition, hit, ground) ? [hit] : []
  const bound = bindingOf(hit.bindings, condition.meta)
  if (bound === undefined) return []
  switch (condition.type) {
    case 'regex':
      return textsOf(bound, ground, condition.isFollowed).some((text) => condition.regex.startsIn(text)) ? [hit] : []
    case 'analysis': {
      const value = valueOf(bound, ground)
      return typeof value === 'string' && analyse(condition.analyzer, value) ? [hit] : []
    }
    case 'type': {
      const facts = ground.source?.facts
      const type = bound.node === -1 ? undefined : facts?.typeOf(bound.node)
      return type !== undefined && condition.types.some((item) => facts?.isType(type, item)) ? [hit] : []
    }
    case 'pattern':
    default: {
      const other = ground.others?.get(condition.formula)
      const found =
        other === undefined
          ? evaluate(condition.formula, { ...ground, outer: hit.bindings }, bound)
          : foundWithin(condition.formula, other, bound, hit, ground)
      return found.flatMap((item) => {
        const joined = join(hit.bindings, item.bindings)
        return joined === undefined ? [] : [{ ...hit, bindings: joined.bindings }]
      })
    }
  }
}

/** Returns the matches of a formula in the text of a metavariable, parsed in another language; offsets are those of the file. */
function foundWithin(
  formula: Formula,
  other: OtherSearch,
  bound: Binding,
  { bindings: outer }: Hit,
  ground: SearchGround,
): readonly Hit[] {
  const { text, start: from, isThere } = contentOf(bound, ground)
  const inner = groundWithin(text, other, ground, outerAsText(outer, ground))
  const known = new Set(entriesOf(outer).map(([name]) => name))
  return evaluate(formula, inner, { start: 0, end: text.length }).map((hit) => {
    // A value from elsewhere has no offsets in the file except that of its name.
    const moved = (place: Range): Range =>
      isThere ? { start: place.start + from, end: place.end + from } : { start: bound.start, end: bound.end }
    let bindings: Bindings = outer
    for (const [name, binding] of entriesOf(hit.bindings)) {
      if (known.has(name)) continue
      // Nodes belong to another tree: here the value is a text.
      const key = binding.node === -1 ? binding.key : text.slice(binding.start, binding.end)
      bindings = { name, bound: { ...moved(binding), node: -1, key }, before: bindings }
    }
    return { ...moved(hit), bindings }
  })
}

/** Returns the outer bindings as texts, without the nodes of their tree. */
function outerAsText(outer: Bindings, { text }: SearchGround): Bindings {
  let plain: Bindings
  for (const [name, binding] of entriesOf(outer)) {
    const key = binding.node === -1 ? binding.key : text.slice(binding.start, binding.end)
    plain = { name, bound: { ...binding, node: -1, key }, before: plain }
  }
  return plain
}

function compares(
  { comparison, meta, strip, base }: Extract<Condition, { type: 'comparison' }>,
  hit: Hit,
  ground: SearchGround,
): boolean {
  const codeOf = (name: string): string | undefined => {
    const bound = bindingOf(hit.bindings, name)
    if (bound === undefined) return undefined
    return bound.node === -1 ? bound.key : ground.text.slice(bound.start, bound.end)
  }
  const value = comparison({
    codeOf,
    valueOf: (name) => {
      const bound = bindingOf(hit.bindings, name)
      if (bound === undefined) return undefined
      const known = valueOf(bound, ground)
      if (name !== meta || (!strip && base === 10)) return known
      const text = typeof known === 'string' ? known : codeOf(name)!
      const number = Number.parseInt(text.replace(/^["'`]|["'`]$/g, '').replace(/^0[xob]/i, ''), base)
      return Number.isNaN(number) ? undefined : number
    },
  })
  return value === true
}

/** Returns the value of a bound metavariable; undefined where it is unknown. */
export function valueOf(bound: Binding, { source }: Pick<SearchGround, 'source'>): Constant | undefined {
  if (bound.node === -1) return numberOf(bound.key) ?? bound.key
  return source?.facts.constantOf(bound.node)
}

/** Texts that a regex is matched with: the code, the value of a string, and the imported name. @param isFollowed whether values of names count */
function textsOf(bound: Binding, { text, source }: SearchGround, isFollowed: boolean): readonly string[] {
  if (bound.node === -1) return [bound.key]
  const code = text.slice(bound.start, bound.end)
  const string = source && stringText(source.tree, bound.node, source.vocabulary)
  if (string !== undefined) return [code, string]
  const value = isFollowed ? source?.facts.constantOf(bound.node) : undefined
  const names = source?.facts.namesOf(bound.node) ?? []
  return typeof value === 'string' || typeof value === 'number' ? [code, ...names, String(value)] : [code, ...names]
}

/** Returns the text within the quotes of a string, the value of a name, or the whole code of any other node. */
function contentOf(
  bound: Binding,
  { text, source }: SearchGround,
): { readonly text: string; readonly start: number; readonly isThere: boolean } {
  const code = text.slice(bound.start, bound.end)
  if (bound.node === -1) {
    const isThere = code === bound.key
    return { text: bound.key, start: bound.start, isThere }
  }
  const string = source && stringText(source.tree, bound.node, source.vocabulary)
  const value = string ?? source?.facts.constantOf(bound.node)
  if (typeof value !== 'string') return { text: code, start: bound.start, isThere: true }
  const at = string === undefined ? -1 : code.indexOf(string)
  return { text: value, start: bound.start + Math.max(0, at), isThere: at !== -1 }
}
