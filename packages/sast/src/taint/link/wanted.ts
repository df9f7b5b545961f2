import type { Path } from '../facts.ts'
import { callOf, type OriginNode } from './program.ts'

const ANY = '*'

/**
 * Returns the members of an import that a function uses: modules that import each other have thousands of names, and few of them are used.
 * Of a value that is passed on as a whole, one level of members is followed.
 */
export function wantedOf({ fn, flows }: OriginNode): readonly Path[] {
  const found = new Map<string, Path>()
  for (const { fromPath, to } of flows) {
    // The method of a call is a member of that name.
    const isReceiver = to.type === 'argument' && to.index === -1
    const path = [...fromPath, isReceiver ? callOf(fn, to.call).method : ANY]
    found.set(path.join('.'), path)
  }
  return [...found.values()]
}

/** Returns the wanted parts of a member; empty where the member is not used. */
export function wantedBelow(wanted: readonly Path[], key: string): readonly Path[] {
  const found = new Map<string, Path>()
  for (const [first, ...rest] of wanted) {
    if (first === key || first === ANY) found.set(rest.join('.'), rest)
  }
  return [...found.values()]
}
