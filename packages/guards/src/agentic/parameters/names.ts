import { lettersOf } from '../name-forms.ts'

const PLAIN = /^[a-z0-9_.-]*$/
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu

/**
 * Returns the common form of all spellings of a parameter name: `Amount`, `" amount"`, full-width letters, lookalikes of other scripts and
 * characters without a glyph. Tools and their frameworks bind names as loosely, so a rule applies to every spelling.
 */
export function parameterName(name: string): string {
  if (PLAIN.test(name)) return name
  return lettersOf(name.normalize('NFKC').replaceAll(IGNORED, '')).trim().toLowerCase()
}

type Members = ReadonlyMap<string, readonly string[]>

const memberCache = new WeakMap<object, Members>()

/** Returns the names in an object that are spellings of a normalized name. The object is indexed once, so lookups stay linear. */
export function spellingsOf(container: object, name: string): readonly string[] {
  let members = memberCache.get(container)
  if (members === undefined) {
    members = indexOf(container)
    memberCache.set(container, members)
  }
  return members.get(name) ?? []
}

function indexOf(container: object): Members {
  const members = new Map<string, string[]>()
  for (const name of Object.keys(container)) {
    const shared = parameterName(name)
    const spellings = members.get(shared)
    if (spellings === undefined) members.set(shared, [name])
    else spellings.push(name)
  }
  return members
}
