import { kindOf as kindOfName, type ParameterKind, type ToolPurpose } from './parameter-kind.ts'
import { kindBySchema, memberSchema, type SchemaNode } from './parameter-schema.ts'

/** A text of the arguments, a member name of an object, or the arguments of a command as a list. */
export type ArgumentPart =
  | { readonly type: 'value'; readonly name: string; readonly kind: ParameterKind; readonly value: string }
  | { readonly type: 'member'; readonly name: string; readonly kind: ParameterKind; readonly holder: string }
  | { readonly type: 'list'; readonly name: string; readonly words: readonly string[] }

/** Names of parameters as programs have them; other member names are inspected as values. */
const IDENTIFIER = /^[\p{L}\p{N}_.$@:/ -]{0,64}$/u

interface OpenNode {
  readonly name: string
  readonly kind: ParameterKind
  readonly value: unknown
  readonly schemas: readonly SchemaNode[]
}

/** The parts of the arguments that are inspected. The call bounds nesting; programs and skipped parameters are left out. */
export function* partsOf(
  args: Readonly<Record<string, unknown>>,
  purpose: ToolPurpose,
  schemas: readonly SchemaNode[],
  skipped: ReadonlySet<string>,
): Generator<ArgumentPart> {
  const open: OpenNode[] = [{ name: '', kind: 'any', value: args, schemas }]
  const kindOf = kindsOf(purpose)
  for (let openNode = open.pop(); openNode !== undefined; openNode = open.pop()) {
    const { name, kind, value } = openNode
    if (typeof value === 'string') yield { type: 'value', name, kind, value }
    else if (Array.isArray(value)) {
      if (kind === 'arguments') yield { type: 'list', name, words: value.filter((word) => typeof word === 'string') }
      const inner = memberSchema(openNode.schemas, undefined)
      for (const element of value.toReversed()) open.push({ name, kind, value: element, schemas: inner })
    } else if (typeof value === 'object' && value !== null) {
      yield* openMembers(openNode, Object.entries(value), { kindOf, skipped, open })
    }
  }
}

function* openMembers(
  holder: OpenNode,
  members: readonly (readonly [string, unknown])[],
  { kindOf, skipped, open }: { kindOf: KindOf; skipped: ReadonlySet<string>; open: OpenNode[] },
): Generator<ArgumentPart> {
  for (const [member, value] of members.toReversed()) {
    if (skipped.has(member)) continue
    yield { type: 'member', name: member, kind: holder.kind, holder: holder.name }
    if (!IDENTIFIER.test(member)) yield { type: 'value', name: member, kind: 'any', value: member }
    const schemas = memberSchema(holder.schemas, member)
    const kind = kindBySchema(schemas, kindOf(member, holder.kind))
    if (kind !== 'program') open.push({ name: member.startsWith('$') ? holder.name : member, kind, value, schemas })
  }
}

type KindOf = (name: string, inherited: ParameterKind) => ParameterKind

/** Kinds of parameters by name, cached because the rows of a table repeat the same names. */
function kindsOf(purpose: ToolPurpose): KindOf {
  const known = new Map<ParameterKind, Map<string, ParameterKind>>()
  return (name, inherited) => {
    let kinds = known.get(inherited)
    if (kinds === undefined) known.set(inherited, (kinds = new Map()))
    let kind = kinds.get(name)
    if (kind === undefined) kinds.set(name, (kind = kindOfName(name, purpose, inherited)))
    return kind
  }
}
