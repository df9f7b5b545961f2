import { cell, code, table } from './markdown.ts'
import { schemaRows } from './schema-rows.ts'

interface Content {
  readonly schema?: unknown
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>
}

interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}

interface Parameter {
  /** Absent in a reference to a shared parameter. */
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
}

/** Parts of an OpenAPI operation that the pages use. */
export interface Operation {
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Answer>>
}

export interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

type Schemas = Readonly<Record<string, unknown>>

/** Security scheme → owner of its key. */
const KEYS: Readonly<Record<string, string>> = {
  tenantKey: 'a key of a tenant',
  adminKey: 'the admin key of the deployment',
  memberKey: 'a key of a member',
  session: 'a session',
  testerKey: 'a key of the red-team service',
}

/** Returns the section of one endpoint: purpose, authorization, input, output, and an example if available. */
export function operationSection(
  { path, method, operation }: Placed,
  port: number,
  schemas: Schemas,
): readonly string[] {
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const [status, answer] = Object.entries(operation.responses).find(([name]) => /^[23]/.test(name)) ?? []
  const [answerType, content] = Object.entries(answer?.content ?? {})[0] ?? []
  const request = Object.values(body?.examples ?? {})[0]?.value
  const response = Object.values(content?.examples ?? {})[0]?.value
  const name = `${method.toUpperCase()} ${path}`
  return [
    '',
    `## ${code(name)}`,
    '',
    `${prose(operation.summary)}.${operation.description === undefined ? '' : ` ${prose(operation.description)}`}`,
    '',
    `Key: ${keysOf(operation)}. Answers: ${Object.keys(operation.responses).join(', ')}.`,
    ...(request === undefined ? [] : ['', '```sh', ...curl(name, port, operation, request), '```']),
    ...(response === undefined ? [] : ['', '```json', ...JSON.stringify(response, null, 2).split('\n'), '```']),
    ...parameters(operation),
    ...fields(`Body (${type ?? ''})`, body?.schema, schemas),
    ...fields(`Answer ${status ?? ''} (${answerType ?? ''})`, content?.schema, schemas),
  ]
}

function keysOf({ security = [] }: Operation): string {
  const names = security.flatMap((item) => Object.keys(item)).flatMap((scheme) => KEYS[scheme] ?? [])
  return names.length === 0 ? 'none' : [...new Set(names)].join(' or ')
}

function curl(name: string, port: number, { security = [] }: Operation, body: unknown): readonly string[] {
  const [method = '', path = ''] = name.split(' ')
  const schemes = new Set(security.flatMap((item) => Object.keys(item)))
  const key = schemes.has('adminKey')
    ? [`-H "X-Admin-Key: $ADMIN_KEY"`]
    : schemes.has('memberKey')
      ? [`-H "Authorization: Bearer $GATEHOUSE_API_KEY"`]
      : []
  const words = [
    `curl -s${method === 'POST' ? '' : ` -X ${method}`} localhost:${port}${path.replaceAll(/\{(\w+)\}/g, (_, item: string) => `$${item.toUpperCase()}`)}`,
    ...key,
    `-H 'content-type: application/json'`,
    `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
  ]
  return words
    .map((word, at) => `${at === 0 ? '' : '  '}${word}${at < words.length - 1 ? ' \\' : ''}`)
    .join('\n')
    .split('\n')
}

function parameters({ parameters: all = [] }: Operation): readonly string[] {
  const rows = all.flatMap(({ name, in: place = '', required, description = '' }) =>
    name === undefined ? [] : [[code(name), place, required === true ? 'required' : '', cell(description)]],
  )
  if (rows.length === 0) return []
  return ['', ...table(['parameter', 'in', '', 'meaning'], rows)]
}

function fields(title: string, schema: unknown, schemas: Schemas): readonly string[] {
  if (schema === undefined) return []
  const { rows, left } = schemaRows(schema, schemas)
  if (rows.length === 0) return []
  return [
    '',
    `**${title}**`,
    '',
    ...table(['field', 'type', 'default', 'limits', 'meaning'], rows),
    ...(left === 0 ? [] : ['', `… and ${left} more: the description for machines has them all.`]),
  ]
}

/** Returns a description on one line; it may contain code, but no tags. */
function prose(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/<(?=[a-z/])/gi, String.raw`\<`)
}
