import { normaliseName } from '../../osv/names.ts'
import {
  type Likeness,
  likenessOf,
  looselyLike,
  NAME_UNITS_MIN,
  skeleton,
  sortedWords,
  unseparated,
  withoutAffix,
} from './likeness.ts'
import { NEIGHBOURS } from './popular/neighbours.ts'
import { NPM, NPM_SCOPES } from './popular/npm.ts'
import { CRATES, GEMS, NUGET } from './popular/others.ts'
import { PYPI } from './popular/pypi.ts'

/** Better known name that a name could be mistaken for. */
export interface Mistaken extends Likeness {
  readonly known: string
}

/** Known names of one ecosystem. */
export interface KnownNames {
  readonly has: (name: string) => boolean
  /** Returns the best known name that this one could be mistaken for; undefined for known and for dissimilar names. */
  readonly mistakenFor: (name: string) => Mistaken | undefined
}

const LISTS: Readonly<Record<string, string>> = {
  npm: NPM,
  PyPI: PYPI,
  'crates.io': CRATES,
  RubyGems: GEMS,
  NuGet: NUGET,
}
const READY = new Map<string, KnownNames>()
/** Registries that have rejected new names with only punctuation differences for years: existing ones are older. */
const PUNCTUATION_GUARDED = new Set(['npm', 'PyPI'])
const PUNCTUATION_MALUS = 0.2
/** Names longer than this are no names of packages. */
const NAME_UNITS_MAX = 214

/** Undefined for ecosystems without a list: Go, Maven and others name packages by their makers' addresses. */
export function knownNames(ecosystem: string): KnownNames | undefined {
  const ready = READY.get(ecosystem)
  if (ready !== undefined) return ready
  const list = LISTS[ecosystem]
  if (list === undefined) return undefined
  const known = makeKnown(ecosystem, words(list), ecosystem === 'npm' ? words(NPM_SCOPES) : [])
  READY.set(ecosystem, known)
  return known
}

/** Returns whether two multi-word names differ in one word that is a known name: `sassc-rails` belongs to `sassc`. */
function isCompanion(name: string, known: string, isKnown: (name: string) => boolean): boolean {
  const own = name.split(/[-_.]/)
  const others = known.split(/[-_.]/)
  if (own.length < 2 || own.length !== others.length) return false
  const different = own.filter((word, at) => word !== others[at])
  return different.length === 1 && isKnown(different[0]!)
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** Indexes names by all their single-edit variants, so that a look-up depends on the length of a name, not on the number of known names. */
export function makeKnown(ecosystem: string, list: readonly string[], scopes: readonly string[]): KnownNames {
  const names = new Set(list.map((name) => normaliseName(ecosystem, name)))
  const scopeNames = new Set(scopes)
  const near = index([...names])
  const nearScopes = index(scopes)
  const isKnown = (name: string): boolean => names.has(name) || NEIGHBOURS.has(`${ecosystem}:${name}`)
  const mistaken = (name: string): Mistaken | undefined => {
    const found = isKnown(name) ? undefined : best(name, near(name))
    if (found !== undefined && isCompanion(name, found.known, isKnown)) return undefined
    if (found === undefined || found.kind !== 'separator' || !PUNCTUATION_GUARDED.has(ecosystem)) return found
    return { ...found, sure: Math.max(0, found.sure - PUNCTUATION_MALUS) }
  }
  return {
    has: (name) => {
      const slash = name.startsWith('@') ? name.indexOf('/') : -1
      return slash === -1 ? isKnown(normaliseName(ecosystem, name)) : scopeNames.has(name.slice(0, slash))
    },
    mistakenFor(raw) {
      if (raw.length > NAME_UNITS_MAX) return undefined
      const name = normaliseName(ecosystem, raw).toLowerCase()
      if (!name.startsWith('@')) return mistaken(name)
      const slash = name.indexOf('/')
      const scope = name.slice(0, slash === -1 ? undefined : slash)
      if (slash === -1 || scopeNames.has(scope)) return undefined
      const found = best(scope, nearScopes(scope))
      return found === undefined ? undefined : { ...found, known: `${found.known}${name.slice(slash)}` }
    },
  }
}

/** Candidates for a name. */
function index(list: readonly string[]): (name: string) => ReadonlySet<string> {
  const table = new Map<string, string[]>()
  const add = (key: string, name: string): void => {
    const before = table.get(key)
    if (before === undefined) table.set(key, [name])
    else if (!before.includes(name)) before.push(name)
  }
  for (const name of list) for (const key of keysOf(name)) add(key, name)
  return (name) => {
    const found = new Set<string>()
    for (const key of [...keysOf(name), `a ${withoutAffix(name)}`])
      for (const item of table.get(key) ?? []) found.add(item)
    return found
  }
}

/** Yields keys that two names share when they are one edit apart or look alike. */
function* keysOf(name: string): Generator<string> {
  yield `e ${name}`
  for (let at = 0; at < name.length; at += 1) yield `e ${name.slice(0, at)}${name.slice(at + 1)}`
  yield `k ${skeleton(name)}`
  yield `s ${unseparated(name)}`
  yield `w ${sortedWords(name)}`
  yield `a ${name}`
}

function best(name: string, candidates: ReadonlySet<string>): Mistaken | undefined {
  let found: Mistaken | undefined
  for (const known of candidates) {
    const likeness = likenessOf(name, known) ?? loosely(name, known)
    if (likeness !== undefined && (found === undefined || likeness.sure > found.sure)) found = { ...likeness, known }
  }
  return found
}

function loosely(name: string, known: string): Likeness | undefined {
  if (known.length < NAME_UNITS_MIN || name === known) return undefined
  if (name.length === known.length && sortedWords(name) === sortedWords(known))
    return looselyLike('reordered', known.length)
  return withoutAffix(name) === known ? looselyLike('affix', known.length) : undefined
}
