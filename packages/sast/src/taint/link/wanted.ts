import type { Path } from '../facts.ts'
import { callOf, type OriginNode } from './program.ts'

const ANY = '*'

/**
 * The members of what is imported that a function looks at: modules that import each other have thousands of names by way of
 * one another, and of all of them few are meant. What is handed on as a whole is seen one member deep.
 */
export function wantedOf({ fn, flows }: OriginNode): readonly Path[] {
  const found = new Map<string, Path>()
  for (const { fromPath, to } of flows) {
    // What is called as a method stands in a member of that name.
    const isReceiver = to.type === 'argument' && to.index === -1
    const path = [...fromPath, isReceiver ? callOf(fn, to.call).method : ANY]
    found.set(path.join('.'), path)
  }
  return [...found.values()]
}

/** What is wanted of a member; nothing where the member itself is not looked at. */
export function wantedBelow(wanted: readonly Path[], key: string): readonly Path[] {
  const found = new Map<string, Path>()
  for (const [first, ...rest] of wanted) {
    if (first === key || first === ANY) found.set(rest.join('.'), rest)
  }
  return [...found.values()]
}
