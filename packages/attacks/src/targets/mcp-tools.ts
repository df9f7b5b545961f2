import { readPath } from './paths.ts'

/** A tool as the server lists it. */
export interface McpTool {
  readonly name: string
  readonly description: string
  readonly schema: unknown
  /** Hints of the server about the effects of the tool. */
  readonly annotations?: unknown
}

/** What a tool does with the value of a parameter. */
export const PARAMETER_KINDS = ['url', 'path', 'code', 'query', 'command', 'id', 'text'] as const
export type ParameterKind = (typeof PARAMETER_KINDS)[number]

/** Parameter of a tool. */
export interface McpParameter {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

/** Maximum number of parameters of one schema. Own limit. */
export const MEMBERS_MAX = 50

export function parametersOf(schema: unknown): readonly McpParameter[] {
  const members = readPath(schema, 'properties')
  if (typeof members !== 'object' || members === null) return []
  const required = readPath(schema, 'required')
  const needed = new Set(Array.isArray(required) ? required.slice(0, MEMBERS_MAX) : [])
  return Object.entries(members)
    .slice(0, MEMBERS_MAX)
    .map(([name, one]) => ({ name, schema: one, isRequired: needed.has(name) }))
}

export function typeOf(schema: unknown): unknown {
  const type = readPath(schema, 'type')
  return Array.isArray(type) ? type.find((item) => item !== 'null') : type
}

/** Returns whether a parameter takes any text. */
export function isText(schema: unknown): boolean {
  const isFixed = readPath(schema, 'enum') !== undefined || readPath(schema, 'const') !== undefined
  return !isFixed && (typeOf(schema) ?? 'string') === 'string'
}

export function isNumeric(schema: unknown): boolean {
  const type = typeOf(schema)
  return type === 'integer' || type === 'number'
}

export function isAddress({ name, schema }: Pick<McpParameter, 'name' | 'schema'>): boolean {
  return readPath(schema, 'format') === 'uri' || /ur[il]$|link|href|endpoint|webhook/i.test(name)
}

/** Names and descriptions of parameters by kind, most specific kind first. */
const KINDS: readonly (readonly [kind: ParameterKind, name: RegExp, description: RegExp])[] = [
  ['url', /ur[il]$|link|href|endpoint|webhook|callback/, /\burl\b|\buri\b|web ?page|web address|\bhttps?:/],
  ['path', /path|file|folder|dir(?:ectory)?$|document|attachment/, /\bpath\b|\bfolder\b|\bdirectory\b|\bfile ?name\b/],
  ['code', /expr|formula|equation|code$|script|snippet|template|calculation/, /\bexpression\b|\bformula\b|\bcode to\b|\bscript\b|\btemplate\b/],
  ['command', /command|cmd|^args?$|host|domain|^ip|branch|package/, /\bcommand\b|\bhost ?name\b|\bip address\b/],
  ['query', /sql|query|filter|where|search|pattern|keyword|term/, /\bsql\b|\bquery\b|\bsearch\b/],
  ['id', /(?:^|_)ids?$|[a-z]Id$|^name$|_?name$|user|owner|account|customer|number|key$|email|slug|^ref$|login|tenant/, /\bid\b|\bidentifier\b|\bname of\b|\bowner\b/],
] // prettier-ignore

export function kindOf({ name, schema }: Pick<McpParameter, 'name' | 'schema'>): ParameterKind {
  if (readPath(schema, 'format') === 'uri') return 'url'
  const said = readPath(schema, 'description')
  const description = typeof said === 'string' ? said.toLowerCase() : ''
  const byName = KINDS.find(([, form]) => form.test(name) || form.test(name.toLowerCase()))
  return (byName ?? KINDS.find(([, , form]) => form.test(description)))?.[0] ?? 'text'
}

/** Kinds of parameters that may receive a value of another kind as well: a name can end in a command. */
const ALSO: Readonly<Record<ParameterKind, readonly ParameterKind[]>> = {
  url: ['text'],
  path: ['text', 'id'],
  code: ['text', 'query'],
  query: ['text', 'id'],
  command: ['text', 'id', 'path', 'query'],
  id: ['text'],
  text: ['url', 'path', 'code', 'query', 'command', 'id'],
}

/** Returns how well a value of a kind fits a parameter: 2 for its own kind, 1 when it is possible, else 0. */
export function fitOf(parameter: McpParameter, kind: ParameterKind): 0 | 1 | 2 {
  const own = kindOf(parameter)
  if (own === kind) return 2
  return ALSO[kind].includes(own) ? 1 : 0
}

const DESTROYING =
  /(?:^|[_\W])(?:delete|remove|drop|purge|wipe|erase|truncate|destroy|terminate|kill|shut_?down|stop|restart|reboot|reset|revoke|disable|deactivate|cancel|pay|transfer|refund|charge|purchase|buy|withdraw|deploy|rollback|scale|format|uninstall|grant|assign|ban|suspend|publish|merge|unlink)(?:$|[_\W])/i
const GRANTING =
  /(?:^|[_\W])(?:create|add|set|update|change)[_\W](?:\w+[_\W])?(?:role|permission|admin|user|member|password|binding)/i
const READING =
  /^(?:get|read|list|find|search|lookup|look_up|show|view|check|count|describe|fetch|query|load|status)(?:$|[_\W])/i

/** Returns the words of a name, joined by `_`: `deleteUser` is `delete_user`. */
function wordsOfName(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** Returns whether a tool changes what cannot be restored, or acts for others: it never receives values that may name an object. */
export function isDestructive({ name, annotations }: Pick<McpTool, 'name' | 'annotations'>): boolean {
  if (readPath(annotations, 'readOnlyHint') === true) return false
  if (readPath(annotations, 'destructiveHint') === true) return true
  const words = wordsOfName(name)
  return !READING.test(words) && (DESTROYING.test(words) || GRANTING.test(words))
}

export function isReading({ name, annotations }: Pick<McpTool, 'name' | 'annotations'>): boolean {
  return readPath(annotations, 'readOnlyHint') === true || READING.test(wordsOfName(name))
}

const ROLE =
  '(?:(?:cluster|system|site|workspace|account|database|security|super|human|internal) ?)?(?:operators?|admin(?:istrator)?s?|owners?|staff|employees|managers?|maintainers|superusers?|supervisors?|root|moderators?|finance|internal use)'
const RESTRICTIONS: readonly RegExp[] = [
  new RegExp(`\\b${ROLE} only\\b`, 'i'),
  new RegExp(`\\b(?:only (?:for |by |to |available to )?|restricted to |reserved for |limited to )(?:the |an? )?${ROLE}\\b`, 'i'),
  new RegExp(`\\b(?:requires?|needs?) (?:an? |the )?(?:${ROLE}|elevated)(?:'s)? (?:rights?|role|permissions?|privileges?|approval|access)\\b`, 'i'),
  /\b(?:requires?|needs?) (?:prior |human |written |explicit )?(?:approval|authori[sz]ation)\b|\bnot for (?:public|general) use\b|\bprivileged\b/i,
] // prettier-ignore

/** Returns whether the server itself describes a tool as restricted to some callers. */
export function isRestricted({ description }: Pick<McpTool, 'description'>): boolean {
  const said = description.slice(0, 4_000)
  return RESTRICTIONS.some((form) => form.test(said))
}
