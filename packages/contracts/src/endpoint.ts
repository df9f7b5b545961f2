import type { z } from 'zod'
import type { OrgRole } from './appsec/words.ts'
import type { RedteamRole } from './redteam/words.ts'

/**
 * Authorized callers of an endpoint.
 * - `none`: anyone.
 * - `runtime`: any key of a tenant.
 * - `config`: a tenant key of scope admin, because the call reads or changes configuration.
 * - `platform`: the admin key (`X-Admin-Key`), enforced with authentication off too.
 * - `member`: a member of an organization, by a session or by a personal key; `role` is the minimum role.
 * - `tester`: a role in the red-team service, by a key or by a token of the OpenID Connect provider; `testerRole` is the minimum role.
 */
export const ENDPOINT_AUTHS = ['none', 'runtime', 'config', 'platform', 'member', 'tester'] as const
export type EndpointAuth = (typeof ENDPOINT_AUTHS)[number]

/** Third-party error formats that an endpoint may use. */
export type ProblemShape = 'openai' | 'anthropic' | 'json_rpc'

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Named example of a request or a response body, shown in the interface description. */
export interface EndpointExample {
  readonly summary?: string
  readonly value: unknown
}

export interface EndpointOptions {
  readonly auth: EndpointAuth
  /** For `member` endpoints: minimum role; default VIEWER. */
  readonly role?: OrgRole
  /** For `member` endpoints: keys are not accepted, with any role. */
  readonly sessionOnly?: boolean
  /** For `tester` endpoints: minimum role; default viewer. */
  readonly testerRole?: RedteamRole
  /** One line, in the imperative: "Screen a user message". */
  readonly summary: string
  readonly description?: string
  /** JSON body. Unknown fields are dropped before the handler sees them. */
  readonly body?: z.ZodType
  /**
   * Set for multipart form bodies. `body` then describes the parts: files are `File`, parts named in `json` are parsed as JSON, all others
   * are strings. `bodyLimit_bytes` applies to the files.
   */
  readonly form?: FormOptions
  readonly query?: z.ZodType
  /** Default: every `{name}` of the path is a string. */
  readonly params?: z.ZodType
  /** JSON response on success. Absent for status 204. */
  readonly response?: z.ZodType
  /** Media type of a response that is not JSON. The handler then returns text, bytes or a stream of either. */
  readonly produces?: string
  /** Status on success; default 200. */
  readonly status?: number
  /** Further statuses with the same response type, such as 429 with a verdict as body. */
  readonly alsoStatus?: readonly number[]
  /** Additional error statuses: 501 for unimplemented parts of the contract. */
  readonly alsoRefuses?: readonly (401 | 403 | 429 | 501)[]
  readonly tags?: readonly string[]
  /**
   * Rejects names that could reach a prototype and duplicate names in an object, instead of dropping them. The checked content must equal
   * the content that another program executes.
   */
  readonly strictNames?: boolean
  /** Error format for standard clients of another API. */
  readonly problems?: ProblemShape
  /** Whether to check `Host` and `Origin` of browser requests even if keys are required. */
  readonly checksBrowsers?: boolean
  /** Whether to reject requests whose `Host` may be a rebound DNS name. */
  readonly checksHost?: boolean
  /** Whether the handler processes a bearer token beside `X-API-Key`, which is not a tenant key. */
  readonly takesTokens?: boolean
  /** Whether the handler also gets the bytes of the JSON body, after decompression, to verify a signature over them. */
  readonly keepsBytes?: boolean
  /** Maximum body size after decompression; default: the server's. */
  readonly bodyLimit_bytes?: number
  readonly examples?: {
    readonly request?: Readonly<Record<string, EndpointExample>>
    readonly response?: Readonly<Record<string, EndpointExample>>
  }
}

export interface FormOptions {
  /** Names of file parts. */
  readonly files: readonly string[]
  /** Names of JSON parts. */
  readonly json: readonly string[]
  /** Files are written to the server's upload folder during transfer, and passed as {@link SavedFile}. */
  readonly toDisk?: boolean
  /** The body may also be JSON, without files. */
  readonly orJson?: boolean
}

/** Uploaded file on the server's disk. It is removed after the response, unless it was moved. */
export interface SavedFile {
  readonly path: string
  /** Name from the client, truncated to 255 characters. Must never be used as a path. */
  readonly name: string
  readonly size_bytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

/** Row of an endpoint table. Paths are in OpenAPI syntax: `/v1/agents/registry/{agent_id}`. */
export type Endpoint<
  Method extends EndpointMethod = EndpointMethod,
  Path extends string = string,
  Options extends EndpointOptions = EndpointOptions,
> = { readonly method: Method; readonly path: Path } & Options

export type EndpointTable = Readonly<Record<string, Endpoint>>

/**
 * Declares an endpoint table: the only source of routes, validation, the interface description and clients.
 * @throws {Error} if two rows have the same method and path, or a path is malformed
 */
export function defineEndpoints<const Table extends EndpointTable>(table: Table): Table {
  const seen = new Map<string, string>()
  for (const [name, { method, path }] of Object.entries<Endpoint>(table)) {
    if (!PATH.test(path)) {
      throw new Error(`endpoint ${name}: "${path}" is not a path like /v1/things/{thing_id}`)
    }
    // Two paths that differ only in a parameter name are equal for a router.
    const shape = `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`
    const other = seen.get(shape)
    if (other !== undefined) {
      throw new Error(`endpoints ${other} and ${name} both answer ${method} ${path}`)
    }
    seen.set(shape, name)
  }
  return Object.freeze(table)
}

export function get<const Path extends string, const Options extends EndpointOptions>(path: Path, options: Options) {
  return row('GET', path, options)
}

export function post<const Path extends string, const Options extends EndpointOptions>(path: Path, options: Options) {
  return row('POST', path, options)
}

export function put<const Path extends string, const Options extends EndpointOptions>(path: Path, options: Options) {
  return row('PUT', path, options)
}

export function patch<const Path extends string, const Options extends EndpointOptions>(path: Path, options: Options) {
  return row('PATCH', path, options)
}

export function del<const Path extends string, const Options extends EndpointOptions>(path: Path, options: Options) {
  return row('DELETE', path, options)
}

/** Input of a handler. The server adds `Context`: caller, request id, log, reply helpers. */
export interface EndpointRequest<Row extends Endpoint, Context> {
  readonly body: BodyOf<Row>
  readonly query: QueryOf<Row>
  readonly params: ParamsOf<Row>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly context: Context
}

/** Implementation of one row. */
export type Handler<Row extends Endpoint, Context> = (
  request: EndpointRequest<Row, Context>,
) => ResponseOf<Row> | Promise<ResponseOf<Row>>

/** Handlers for all rows of a table. A missing or surplus handler is a type error. */
export type Handlers<Table extends EndpointTable, Context> = {
  readonly [Name in keyof Table]: Handler<Table[Name], Context>
}

/** Response of a row with `produces`. */
export type RawAnswer = string | Uint8Array | AsyncIterable<string | Uint8Array>

export type BodyOf<Row extends Endpoint> = Row extends { readonly body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined

export type QueryOf<Row extends Endpoint> = Row extends { readonly query: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined

export type ParamsOf<Row extends Endpoint> = Row extends { readonly params: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : { readonly [Name in ParamNames<Row['path']>]: string }

export type ResponseOf<Row extends Endpoint> = Row extends { readonly produces: string }
  ? RawAnswer
  : Row extends { readonly response: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : void

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** Summary of a row for `docs/spec`, audit tables and authorization tests. */
export interface EndpointLine {
  readonly name: string
  readonly method: EndpointMethod
  readonly path: string
  readonly auth: EndpointAuth
  readonly status: number
  readonly summary: string
  readonly tags: readonly string[]
}

/** Returns the rows of a table in declaration order. */
export function listEndpoints(table: EndpointTable): EndpointLine[] {
  return Object.entries(table).map(([name, { method, path, auth, status = 200, summary, tags = [] }]) => ({
    name,
    method,
    path,
    auth,
    status,
    summary,
    tags,
  }))
}

const PATH = /^\/(?:[A-Za-z0-9._~-]+|\{[a-z][A-Za-z0-9_]*\})?(?:\/(?:[A-Za-z0-9._~-]+|\{[a-z][A-Za-z0-9_]*\}))*\/?$/

function row<const Method extends EndpointMethod, const Path extends string, const Options extends EndpointOptions>(
  method: Method,
  path: Path,
  options: Options,
): Endpoint<Method, Path, Options> {
  return { method, path, ...options }
}
