/** Node kinds of HCL, with names of this project. */
export const HCL_KINDS = [
  /** The root. */
  'config_file',
  'body',
  'block',
  'attribute',
  'identifier',
  'string',
  'string_content',
  'interpolation',
  'directive',
  'heredoc',
  'number',
  'bool',
  'null',
  'tuple',
  'object',
  'object_elem',
  'call',
  'arguments',
  'get_attr',
  'index',
  'splat',
  'conditional',
  'binary',
  'unary',
  'parenthesized',
  'for_tuple',
  'for_object',
  'comment',
  /** Text that distinguishes nodes of one kind. */
  'operator',
  /** Brackets: they only separate. */
  'punctuation',
  'missing',
] as const

export const HCL_FIELDS = [
  'type',
  'name',
  'value',
  'key',
  'object',
  'member',
  'function',
  'arguments',
  'condition',
  'then',
  'else',
  'left',
  'right',
  'collection',
  'first',
  'second',
  'body',
] as const

export type HclKind = (typeof HCL_KINDS)[number] | 'ERROR'
export type HclField = (typeof HCL_FIELDS)[number] | ''

/** A piece of a file, with the pieces in it. Offsets are UTF-16 code units. */
export interface HclNode {
  readonly kind: HclKind
  readonly start: number
  end: number
  readonly children: HclNode[]
  readonly field: HclField
}

/** The first child in a field. */
export function partOf(node: HclNode, field: HclField): HclNode | undefined {
  return node.children.find((child) => child.field === field)
}

/** Returns the children with a meaning: no brackets, operators or comments. */
export function partsOf(node: HclNode): readonly HclNode[] {
  return node.children.filter(({ kind }) => kind !== 'punctuation' && kind !== 'operator' && kind !== 'comment')
}

/** The operator of a node; empty for none. */
export function operatorOf(node: HclNode, text: string): string {
  const found = node.children.find(({ kind }) => kind === 'operator')
  return found === undefined ? '' : text.slice(found.start, found.end)
}
