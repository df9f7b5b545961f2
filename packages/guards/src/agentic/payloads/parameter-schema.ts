import type { AgenticConfig } from '../engine/config.ts'
import { listedSchemaFor } from '../tenant-tools.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolPolicyFor } from '../tool-policy.ts'
import type { ParameterKind } from './parameter-kind.ts'

type Fields = Readonly<Record<string, unknown>>

/** Schema of one value of the arguments. */
export interface SchemaNode {
  readonly schema: Fields
  /** Whether the tenant defined it. Schemas from the request only make the inspection stricter. */
  readonly isTenants: boolean
}

/** Formats of single values: these parameters contain neither code nor free text. */
const FORMAT_KINDS: ReadonlyMap<string, ParameterKind> = new Map([
  ['uri', 'url'],
  ['uri-reference', 'url'],
  ['url', 'url'],
  ['hostname', 'host'],
  ['idn-hostname', 'host'],
  ['ipv4', 'host'],
  ['ipv6', 'host'],
  ['email', 'header'],
  ['idn-email', 'header'],
  ['uuid', 'value'],
  ['date', 'value'],
  ['date-time', 'value'],
  ['time', 'value'],
])

/** Returns the schemas of a call's arguments: the tenant's and that of the request. */
export function schemasOf(config: AgenticConfig, { tool, toolSchema }: ToolCall): readonly SchemaNode[] {
  const own = (toolPolicyFor(config, tool)?.schema ?? listedSchemaFor(config, tool))?.definition
  const nodes: SchemaNode[] = []
  if (own !== undefined) nodes.push({ schema: own, isTenants: true })
  if (toolSchema !== undefined) nodes.push({ schema: toolSchema, isTenants: false })
  return nodes
}

/** Returns the schemas of a member, or of a list's elements without a member name. References are not followed. */
export function memberSchema(nodes: readonly SchemaNode[], member: string | undefined): readonly SchemaNode[] {
  return nodes.flatMap(({ schema, isTenants }) => {
    const inner = member === undefined ? schema['items'] : ownMember(schema['properties'], member)
    return isFields(inner) ? [{ schema: inner, isTenants }] : []
  })
}

/** Returns the kind of a parameter by its schema, else by its name. */
export function kindBySchema(nodes: readonly SchemaNode[], named: ParameterKind): ParameterKind {
  let kind = named
  for (const { schema, isTenants } of nodes) {
    const format = typeof schema['format'] === 'string' ? FORMAT_KINDS.get(schema['format']) : undefined
    if (format !== undefined) return format
    const isClosed = schema['enum'] !== undefined || schema['const'] !== undefined || schema['pattern'] !== undefined
    if (isClosed && (kind === 'program' || kind === 'text' || kind === 'search')) kind = 'any'
    else if (isTenants && typeof schema['contentMediaType'] === 'string') return 'program'
  }
  return kind
}

function ownMember(value: unknown, member: string): unknown {
  return isFields(value) && Object.hasOwn(value, member) ? value[member] : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
