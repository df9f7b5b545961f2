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
  /** JSON answer on success. Absent together with status 204. */
  readonly response?: z.ZodType
  /** Media type of an answer that is not JSON; the handler then returns text, bytes or a stream of either. */
  readonly produces?: string
  /** Status on success; default 200. */
  readonly status?: number
  /** Further statuses with the same answer, e.g. 429 with a verdict as body. */
  readonly alsoStatus?: readonly number[]
  /** Additional error statuses: 501 for unimplemented parts of the contract. */
  readonly alsoRefuses?: readonly (401 | 403 | 429 | 501)[]
  readonly tags?: readonly string[]
  /**
   * Rejects names that could reach a prototype and duplicate names in an object, instead of dropping them: the checked content must equal
   * the content that the next reader executes.
   */
  readonly strictNames?: boolean
  /** Error format instead of the service's own, for stock clients of that interface. */
  readonly problems?: ProblemShape
  /** Browser requests are checked (`Host`, `Origin`) even when keys are required. */
  readonly checksBrowsers?: boolean
  /** Rejects requests whose `Host` could be a rebound DNS name of an attacker. */
  readonly checksHost?: boolean
  /** A bearer token that accompanies `X-API-Key` is not a tenant key: the handler processes it. */
  readonly takesTokens?: boolean
  /** Maximum body size after decompression; default: the server's. */
  readonly bodyLimit_bytes?: number
  readonly examples?: {
    readonly request?: Readonly<Record<string, EndpointExample>>
    readonly response?: Readonly<Record<string, EndpointExample>>
  }
}

export interface FormOptions {
  /** Parts that are files. */
  readonly files: readonly string[]
  /** Parts with JSON. */
  readonly json: readonly string[]
  /** Files are written to the server's upload folder during transfer, and passed as {@link SavedFile}. */
  readonly toDisk?: boolean
  /** The body may also be JSON, in which there are no files. */
  readonly orJson?: boolean
}

/** Uploaded file on the server's disk. It is removed when the answer is written, unless it was moved. */
export interface SavedFile {
  readonly path: string
  /** Name from the client, cut to 255 characters; never use it as a path. */
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
 * @throws {Error} when two rows share method and path, or when a path is malformed
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

/** Input of a handler. `Context` is added by the server: caller, request id, log, reply helpers. */
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

/** One handler for each row of a table: missing or surplus ones are compile errors. */
export type Handlers<Table extends EndpointTable, Context> = {
  readonly [Name in keyof Table]: Handler<Table[Name], Context>
}

/** Answer of a row with `produces`. */
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

/** A row in plain words, for `docs/spec`, audit tables and authorisation tests. */
export interface EndpointLine {
  readonly name: string
  readonly method: EndpointMethod
  readonly path: string
  readonly auth: EndpointAuth
  readonly status: number
  readonly summary: string
  readonly tags: readonly string[]
}

/** The rows of a table in the order in which they are written. */
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
