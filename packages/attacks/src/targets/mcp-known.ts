import type { McpRequest } from './mcp-probe.ts'
import { type McpParameter, type McpTool, parametersOf } from './mcp-tools.ts'
import { readPath } from './paths.ts'

/** Maximum number of harvested names. Own limit. */
const KNOWN_MAX = 24
const TEXT_UNITS_MAX = 20_000
/** Records before and after a known one. */
const NEIGHBOURS = [1, -1, 2] as const

/** Examples in a description: after "e.g.", between quotation marks, in an enumeration after a colon. */
const EXAMPLES: readonly RegExp[] = [
  /\b(?:e\.g\.?|for example|such as|like),? ["'`“]?([\w./@:+-]{2,80})/gi,
  /["'`“]([\w./@:+-]{2,80})["'`”]/g,
]
const ENUMERATION = /[:(]\s?((?:[\w.-]{2,40}, ){0,8}[\w.-]{2,40},? (?:or|and) [\w.-]{2,40})/g

/** Returns the values that a description names. */
export function namedIn(description: string): readonly string[] {
  const text = description.slice(0, TEXT_UNITS_MAX)
  const examples = EXAMPLES.flatMap((form) => Array.from(text.matchAll(form), ([, value = '']) => value))
  const listed = Array.from(text.matchAll(ENUMERATION), ([, all = '']) => all.split(/, | or | and |,/)).flat()
  return unique([...examples, ...listed].map((value) => value.replace(/[.,:]+$/, '')))
}

/** Names and numbers of objects: `n1`, `5101`, `ORD-12`, `billing-db`. */
const OBJECT =
  /(?<![\w./@-])(?:[A-Za-z]{0,12}[-_#]?\d{1,12}|[a-z][a-z0-9]{1,30}(?:[-_][a-z0-9]{1,30}){1,4})(?![\w/@-]|\.\w)/g

/** Returns the names of objects in a reply. */
export function objectsIn(reply: string): readonly string[] {
  return unique(Array.from(reply.slice(0, TEXT_UNITS_MAX).matchAll(OBJECT), ([value]) => value))
}

/** Returns the names of records before and after the known ones. */
export function withNeighbours(known: readonly string[]): readonly string[] {
  const next = known.flatMap((value) => {
    const found = /^(.*?)(\d{1,12})$/.exec(value)
    if (found === null) return []
    const [, head = '', digits = ''] = found
    return NEIGHBOURS.map((step) => Number(digits) + step)
      .filter((number) => number >= 0)
      .map((number) => `${head}${String(number).padStart(digits.startsWith('0') ? digits.length : 0, '0')}`)
  })
  return unique([...next.filter((value) => !known.includes(value)), ...known])
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').slice(0, KNOWN_MAX)
}

/** Returns a value that a parameter accepts: fixed, as its description names one, or of its type. */
export function usualValue({ name, schema }: Pick<McpParameter, 'name' | 'schema'>): unknown {
  const choices = readPath(schema, 'enum')
  if (Array.isArray(choices) && choices.length > 0) return choices[0]
  const fixed = readPath(schema, 'const') ?? readPath(schema, 'default')
  if (fixed !== undefined) return fixed
  const examples = readPath(schema, 'examples')
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  const type = readPath(schema, 'type')
  switch (Array.isArray(type) ? type.find((item) => item !== 'null') : type) {
    case 'integer':
    case 'number':
      return readPath(schema, 'minimum') ?? 1
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return {}
    default: {
      const said = readPath(schema, 'description')
      return (
        namedIn(typeof said === 'string' ? said : '')[0] ??
        (/ur[il]$|link/i.test(name) ? 'https://example.com/' : 'test')
      )
    }
  }
}

/** Returns arguments with a value for one parameter and usual values for the other required ones. */
function argumentsWith(tool: McpTool, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const needed = parametersOf(tool.schema).filter(({ name, isRequired }) => isRequired && !Object.hasOwn(values, name))
  return { ...Object.fromEntries(needed.map((one) => [one.name, usualValue(one)])), ...values }
}

/** Returns the request that calls a tool with these values. */
export function callOf(tool: McpTool, values: Readonly<Record<string, unknown>>): McpRequest {
  return { method: 'tools/call', params: { name: tool.name, arguments: argumentsWith(tool, values) }, name: tool.name }
}
