import { boundTo } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import { nodesOfKey } from '../match/nodes-of-key.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { Source } from '../match/source.ts'
import type { Formula } from '../rules/rule.ts'
import type { SearchGround } from './ground.ts'

/** Ours: of more than these all nodes are looked at. */
const KEYS_MAX = 64

/** What metavariables are bound to elsewhere, by their names: what is bound to anything else does not hold together with it. */
export type KnownKeys = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The ground of a search that is brought together with others which have been made: of what a name stands for alone, which is
 * anything, that is looked for which they have bound it to.
 * @param found what each of the others has found
 */
export function withKeys(formula: Formula, found: Iterable<readonly Hit[]>, ground: SearchGround): SearchGround {
  if (ground.source === undefined || ground.outer !== undefined || ground.others !== undefined) return ground
  const names = aloneIn(formula)
  if (names.size === 0) return ground
  const keys = new Map(ground.keys)
  for (const hits of found) {
    for (const name of names) {
      const own = keysOf(name, hits)
      if (own !== undefined) keys.set(name, own)
    }
  }
  return keys.size === 0 ? ground : { ...ground, keys }
}

/** All keys that a name is bound to; undefined where one hit binds it to nothing, or where they are many. */
function keysOf(name: string, hits: readonly Hit[]): ReadonlySet<string> | undefined {
  const keys = new Set<string>()
  for (const { bindings } of hits) {
    const bound = boundTo(bindings, name)
    if (bound === undefined || keys.size === KEYS_MAX) return undefined
    keys.add(bound.key)
  }
  return keys
}

/** The nodes that a pattern of a name alone may be found at; undefined where nothing is known of them, or for other patterns. */
export function nodesAmong({ statements: [first, ...more] }: CompiledPattern, source: Source, ground: SearchGround) {
  if (ground.keys === undefined || ground.options.symbols) return undefined
  if (first?.type !== 'meta' || first.ofType !== undefined || more.length > 0) return undefined
  const keys = ground.keys.get(first.name)
  const lists = keys && [...keys].map((key) => nodesOfKey(key, source))
  return lists?.every((list) => list !== undefined) === true
    ? [...new Set(lists.flat())].sort((a, b) => a - b)
    : undefined
}

const alone = new WeakMap<Formula, ReadonlySet<string>>()

/** Names that are a whole pattern in a formula. */
function aloneIn(formula: Formula): ReadonlySet<string> {
  let names = alone.get(formula)
  if (names === undefined) {
    names = makeAlone(formula)
    alone.set(formula, names)
  }
  return names
}

function makeAlone(formula: Formula): ReadonlySet<string> {
  switch (formula.type) {
    case 'pattern':
      return new Set(/^\s*(\$[A-Z][A-Z0-9_]*)\s*$/.exec(formula.text)?.slice(1))
    case 'any':
    case 'all':
      return new Set(formula.parts.flatMap((part) => [...aloneIn(part)]))
    case 'inside':
      return aloneIn(formula.inner)
    case 'regex':
    case 'not':
    case 'not-inside':
    default:
      return new Set()
  }
}
