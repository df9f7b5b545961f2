import { STATUS_CODES } from 'node:http'
import type { Endpoint, EndpointAuth, EndpointTable } from '@gatehouse/contracts'
import { SESSION_COOKIE } from '@gatehouse/contracts/appsec'
import type { z } from 'zod'

import { IDENTITY_CHARS_MAX, REQUEST_ID_CHARS_MAX } from '../limits.ts'
import { rowKey } from '../mount.ts'
import type { ValidationStyle } from '../problems.ts'
import { refusalComponents, refusalsOf, REQUEST_ID } from './responses.ts'
import { createSchemas, type Schemas } from './schemas.ts'
import type { Answer, Media, OpenApiDocument, Operation, Parameter } from './types.ts'

export interface OpenApiOptions {
  readonly service: string
  readonly title?: string
  readonly description?: string
  readonly version: string
  /** If two tables have the same method and path, the first one is used. */
  readonly tables: readonly EndpointTable[]
  readonly validationStyle?: ValidationStyle
}

/**
 * Creates the OpenAPI 3.1 document of endpoint tables from the schemas that validate requests.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function openApiOf({
  service,
  title = `Gatehouse ${service}`,
  description = '',
  version,
  tables,
  validationStyle = 'guard',
}: OpenApiOptions): OpenApiDocument {
  const schemas = createSchemas()
  const rows = distinctRows(tables)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, row] of rows) {
    const path = (paths[row.path] ??= {})
    path[row.method.toLowerCase()] = operation(name, row, schemas, validationStyle)
  }
  const responses = refusalComponents(schemas, validationStyle)
  const tags = new Set(rows.flatMap(([, { tags: own = [] }]) => own))
  return schemas.finish({
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    // Relative, so that the document is valid behind any proxy and on any port.
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: schemesOf(rows.map(([, row]) => row)),
      headers: HEADERS,
      parameters: PARAMETERS,
      responses,
    },
  })
}

function distinctRows(tables: readonly EndpointTable[]): [name: string, row: Endpoint][] {
  const rows = new Map<string, [string, Endpoint]>()
  const names = new Set<string>()
  for (const [name, row] of tables.flatMap((table) => Object.entries<Endpoint>(table))) {
    if (rows.has(rowKey(row))) continue
    const unique = names.has(name) ? `${name}Platform` : name
    names.add(unique)
    rows.set(rowKey(row), [unique, row])
  }
  return [...rows.values()]
}

function operation(name: string, row: Endpoint, schemas: Schemas, style: ValidationStyle): Operation {
  const { auth, summary, description, tags, body, status = 200, alsoStatus = [] } = row
  const parameters = [
    ...pathParameters(row, schemas),
    ...queryParameters(row, schemas),
    ...SHARED_PARAMETERS[auth].map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
  ]
  const answer = success(name, row, schemas)
  const described = (code: number): Answer => ({ ...answer, description: descriptionOf(code) })
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    security: securityOf(row),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(name, row, body, schemas) }),
    // The endpoint's own response for a status replaces the common error response.
    responses: {
      ...refusalsOf(row, style),
      ...Object.fromEntries([status, ...alsoStatus].map((code) => [String(code), described(code)])),
    },
  }
}

function requestBody(name: string, { examples, form }: Endpoint, body: z.ZodType, schemas: Schemas) {
  const media: Media = {
    schema: schemas.use(body, 'input', `${capital(name)}Request`),
    ...(examples?.request === undefined ? {} : { examples: examples.request }),
    ...(form === undefined ? {} : { encoding: encodingOf(form.json) }),
  }
  const types =
    form === undefined
      ? ['application/json']
      : ['multipart/form-data', ...(form.orJson === true ? ['application/json'] : [])]
  return {
    required: !body.safeParse(undefined).success,
    content: Object.fromEntries(types.map((type) => [type, media])),
  }
}

/** Returns the encoding of form parts with JSON. */
function encodingOf(json: readonly string[]): NonNullable<Media['encoding']> {
  return Object.fromEntries(json.map((part) => [part, { contentType: 'application/json' }]))
}

/** Reason phrase of RFC 9110. An endpoint may use the same body for an error, as `/ready` does. */
function descriptionOf(code: number): string {
  return code < 300 ? 'Success' : (STATUS_CODES[code] ?? 'Failure')
}

function success(name: string, { response, produces, examples }: Endpoint, schemas: Schemas): Answer {
  const head = {
    description: 'Success',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  }
  if (produces !== undefined) {
    return { ...head, content: { [produces.split(';', 1)[0]!]: { schema: { type: 'string' } } } }
  }
  if (response === undefined) return head
  const schema = schemas.use(response, 'output', `${capital(name)}Response`)
  const media = { schema, ...(examples?.response === undefined ? {} : { examples: examples.response }) }
  return { ...head, content: { 'application/json': media } }
}

function pathParameters(row: Endpoint, schemas: Schemas): Parameter[] {
  const names = [...row.path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter!)
  const known = row.params === undefined ? {} : propertiesOf(row.params, schemas)
  return names.map((parameter) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: known[parameter]?.schema ?? { type: 'string' },
  }))
}

function queryParameters(row: Endpoint, schemas: Schemas): Parameter[] {
  if (row.query === undefined) return []
  const known = propertiesOf(row.query, schemas)
  return Object.entries(known).map(([parameter, { schema, required }]) => ({
    name: parameter,
    in: 'query',
    required,
    schema,
  }))
}

function propertiesOf(schema: z.ZodType, schemas: Schemas) {
  const { properties = {}, required = [] } = schemas.inline(schema, 'input')
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, { schema: value, required: required.includes(key) }]),
  )
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const SECURITY: Record<EndpointAuth, Operation['security']> = {
  none: [],
  runtime: [{ tenantKey: [] }, { tenantBearer: [] }],
  config: [{ tenantKey: [] }, { tenantBearer: [] }],
  platform: [{ adminKey: [] }],
  member: [{ memberKey: [] }, { session: [] }],
  tester: [{ testerKey: [] }, { testerBearer: [] }],
}

/** Returns the security schemes that the service's rows use. */
function schemesOf(rows: readonly Endpoint[]): Readonly<Record<string, object>> {
  const named = new Set(rows.flatMap(securityOf).flatMap((item) => Object.keys(item)))
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => named.has(name)))
}

function securityOf({ auth, sessionOnly = false }: Endpoint): Operation['security'] {
  return sessionOnly ? [{ session: [] }] : SECURITY[auth]
}

const SECURITY_SCHEMES = {
  tenantKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'Tenant key. The runtime scope calls guards; the admin scope also changes configuration.',
  },
  tenantBearer: { type: 'http', scheme: 'bearer', description: 'The tenant key as a bearer token.' },
  memberKey: { type: 'http', scheme: 'bearer', description: 'API key of a member; has the role DEVELOPER at most.' },
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Session of a signed-in member.' },
  testerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'Key with the role viewer, auditor or admin. Not required if `REDTEAM_AUTH` is `none`.',
  },
  testerBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key as a bearer token, or an OpenID Connect token if a provider is configured.',
  },
  adminKey: { type: 'apiKey', in: 'header', name: 'X-Admin-Key', description: 'Admin key of the platform operator.' },
}

const HEADERS = {
  RequestId: {
    description: 'Request ID, as used in the log and the audit record.',
    schema: { type: 'string', maxLength: REQUEST_ID_CHARS_MAX },
    example: REQUEST_ID,
  },
  RetryAfter: { description: 'Seconds to wait before retrying.', schema: { type: 'integer', minimum: 1 } },
}

const identity = { type: 'string', maxLength: IDENTITY_CHARS_MAX }
const PARAMETERS: Readonly<Record<'AgentKey' | 'UserRole', Parameter>> = {
  AgentKey: {
    name: 'X-Agent-Key',
    in: 'header',
    description: 'Agent that makes the call. Same as `X-Agent-ID`.',
    schema: identity,
  },
  UserRole: {
    name: 'X-User-Role',
    in: 'header',
    description: 'Role of the end user; `user_role` in the body takes precedence.',
    schema: identity,
  },
}

const SHARED_PARAMETERS: Record<EndpointAuth, readonly (keyof typeof PARAMETERS)[]> = {
  none: [],
  runtime: ['AgentKey', 'UserRole'],
  config: [],
  platform: [],
  member: [],
  tester: [],
}
