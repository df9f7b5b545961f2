import { bindingOf } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import { nodesOfKey } from '../match/nodes-of-key.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { Source } from '../match/source.ts'
import type { Formula } from '../rules/rule.ts'
import type { SearchGround } from './ground.ts'

/** Own limit: with more keys all nodes are searched. */
const KEYS_MAX = 64

/** Known values of metavariables from other searches, by name: any other value would conflict. */
export type KnownKeys = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns the context of a search that is combined with completed searches: a pattern of a single metavariable, which matches anything,
 * only searches for the values that the others have bound.
 * @param found hits of each other search
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

/** Returns all keys of a name; undefined where a hit does not bind it, or for too many keys. */
function keysOf(name: string, hits: readonly Hit[]): ReadonlySet<string> | undefined {
  const keys = new Set<string>()
  for (const { bindings } of hits) {
    const bound = bindingOf(bindings, name)
    if (bound === undefined || keys.size === KEYS_MAX) return undefined
    keys.add(bound.key)
  }
  return keys
}

/** Returns the candidate nodes of a pattern with a single metavariable; undefined without known values, and for other patterns. */
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
