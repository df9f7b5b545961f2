import type { ImportIr } from '../ir.ts'
import { indexBy } from '../named.ts'
import type { ClassNode, Fn } from './program.ts'

/** Imports of a file by local name. */
export const importsAs = indexBy<ImportIr>(({ local }) => local)

/** Imports of a file by their module. */
export const importsOf = indexBy<ImportIr>(({ module }) => module)

/** Classes of a file by their whole name. */
export const classesNamed = indexBy<ClassNode>(({ facts }) => facts.name)

const byLastPart = indexBy<ClassNode>(({ facts }) => facts.name.slice(facts.name.lastIndexOf('.') + 1))

/** Returns the classes of a file by their name or by its suffix after a dot. */
export function classesEnding(classes: readonly ClassNode[], name: string): readonly ClassNode[] {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return byLastPart(classes, last).filter(({ facts }) => facts.name === name || facts.name.endsWith(`.${name}`))
}

const byName = indexBy<Fn>(({ facts }) => facts.name)

/** Top-level functions of a file by name, without methods and nested functions. */
export function functionsNamed(functions: readonly Fn[], name: string): readonly Fn[] {
  return byName(functions, name).filter(({ facts }) => facts.kind === 'function' && facts.outer <= 0)
}
