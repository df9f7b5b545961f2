import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import type { Imports } from './imports.ts'
import type { Scoped } from './scoped.ts'
import { namePath } from './shapes.ts'
import { childIn, unwrap, type Vocabulary } from './view.ts'

/** Languages with module functions as variable values. */
const LANGUAGES = new Set<string>(['javascript', 'python', 'go'])

/**
 * Adds called variables with a module function as their only value: `run` of `run = os.system`. A pattern of the function then matches the
 * call, as with an import alias.
 * @param values the only assigned value of each name, by scope
 */
export function withFunctionAliases(
  imports: Imports,
  values: () => Scoped<number>,
  tree: CompactTree,
  vocabulary: Vocabulary,
): Imports {
  if (!LANGUAGES.has(vocabulary.language.imports) || imports.names.size === 0) return imports
  let called: ReadonlySet<string> | undefined
  const names = new Map(imports.names)
  for (const [name, scopes] of values().entries()) {
    const [value, ...more] = scopes.values()
    // A name of several scopes may be several variables.
    if (value === undefined || value === -1 || more.length > 0 || names.has(name)) continue
    const path = namePath(tree, value, vocabulary)
    if (path === undefined) continue
    const dot = path.indexOf('.')
    const module = imports.names.get(dot === -1 ? path : path.slice(0, dot))
    if (module === undefined || module.startsWith('.')) continue
    called ??= calledNames(tree, vocabulary)
    if (called.has(name)) names.set(name, dot === -1 ? module : module + path.slice(dot))
  }
  return names.size === imports.names.size ? imports : { ...imports, names }
}

/** Names that a file calls without an object. */
function calledNames(tree: CompactTree, vocabulary: Vocabulary): ReadonlySet<string> {
  const { rows, identifiers, kinds } = vocabulary
  const names = new Set<string>()
  for (let node = 0; node < tree.count; node += 1) {
    const row = rows.calls.get(tree.kind[node]!)
    const callee = row === undefined ? -1 : childIn(tree, node, kinds.field(row.callee))
    const name = callee === -1 ? -1 : unwrap(tree, callee, vocabulary)
    if (name !== -1 && identifiers.has(tree.kind[name]!)) names.add(textOf(tree, name))
  }
  return names
}
