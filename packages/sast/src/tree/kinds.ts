/** Node kinds of one grammar with unique numbers: a grammar may have several numbers for one name. */
export interface Kinds {
  /** How many there are: their numbers are smaller. */
  readonly count: number
  /** Returns the number of a kind; -1 for an unknown one. */
  id(name: string, isNamed: boolean): number
  name(id: number): string
  isNamed(id: number): boolean
  /** Returns the number of a field, of `#kind` or of `@place`; 0 for an unknown one. */
  field(name: string): number
}

/** Functions of a grammar that numbering needs. */
export interface GrammarKinds {
  readonly nodeTypeCount: number
  nodeTypeForId(id: number): string | null
  nodeTypeIsNamed(id: number): boolean
  fieldIdForName(name: string): number | null
}

/** Above all field numbers of grammars: a child by kind, and above these by position among children that are no tokens. */
export const FIELD_BY_KIND = 0x1_0000
export const FIELD_BY_PLACE = 0x2_0000

/** The grammar's number of a region that it could not read. */
const ERROR_TYPE = 65_535

/** Numbers the kinds of a grammar. @returns the kinds, and their numbers by the grammar's number */
export function kindsOf(grammar: GrammarKinds): { readonly kinds: Kinds; readonly ours: Uint16Array } {
  const names: string[] = ['ERROR']
  const named: boolean[] = [true]
  const ids = new Map<string, number>([[keyOf('ERROR', true), 0]])
  const own = new Uint16Array(ERROR_TYPE + 1)
  for (let type = 0; type < grammar.nodeTypeCount; type += 1) {
    const name = grammar.nodeTypeForId(type) ?? ''
    const isNamed = grammar.nodeTypeIsNamed(type)
    const key = keyOf(name, isNamed)
    let id = ids.get(key)
    if (id === undefined) {
      id = names.length
      ids.set(key, id)
      names.push(name)
      named.push(isNamed)
    }
    own[type] = id
  }
  // Cache: every node needs a lookup, and the grammar itself is slow.
  const fields = new Map<string, number>()
  const fieldOf = (name: string): number => {
    if (name.startsWith('#')) return FIELD_BY_KIND + (ids.get(keyOf(name.slice(1), true)) ?? 0)
    if (name.startsWith('@')) return FIELD_BY_PLACE + Number(name.slice(1))
    return name === '' ? 0 : (grammar.fieldIdForName(name) ?? 0)
  }
  const kinds: Kinds = {
    count: names.length,
    id: (name, isNamed) => ids.get(keyOf(name, isNamed)) ?? -1,
    name: (id) => names[id] ?? '',
    isNamed: (id) => named[id] === true,
    field: (name) => {
      let field = fields.get(name)
      if (field === undefined) fields.set(name, (field = fieldOf(name)))
      return field
    },
  }
  return { kinds, ours: own }
}

function keyOf(name: string, isNamed: boolean): string {
  return isNamed ? name : `'${name}`
}
