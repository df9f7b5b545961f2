import type { Endpoint, EndpointTable } from '@gatehouse/contracts'
import type { z } from 'zod'

/** Options of one call in addition to its request. */
export interface CallOptions {
  /** Aborts the call, its retries and the reading of its response. */
  readonly signal?: AbortSignal
  /** Further headers, for example `X-Agent-Key` or `Last-Event-ID`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Timeout of one attempt in milliseconds; for streams until the response begins. */
  readonly timeout_ms?: number
  /** Number of retries for requests that may be repeated. */
  readonly retries?: number
}

/** One method for each endpoint, with the endpoint's name. */
export type Calls<Table extends EndpointTable> = { readonly [Name in keyof Table]: Call<Table[Name]> }

/** `call(request, options)`; the request is optional if it has no required part. */
export type Call<Row extends Endpoint> =
  Partial<RequestOf<Row>> extends RequestOf<Row>
    ? (request?: RequestOf<Row>, options?: CallOptions) => Promise<AnswerOf<Row>>
    : (request: RequestOf<Row>, options?: CallOptions) => Promise<AnswerOf<Row>>

/** Request of a caller: path parameters, query, and body, in the input format of the schemas. */
export type RequestOf<Row extends Endpoint> = ParamsPart<Row> & QueryPart<Row> & BodyPart<Row>

/** Response: the document, the response itself for other types, or nothing. */
export type AnswerOf<Row extends Endpoint> = Row extends { readonly produces: string }
  ? Response
  : Row extends { readonly response: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : undefined

type ParamsPart<Row extends Endpoint> = [ParamNames<Row['path']>] extends [never]
  ? unknown
  : { readonly params: { readonly [Name in ParamNames<Row['path']>]: string } }

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

type QueryPart<Row extends Endpoint> = Row extends { readonly query: infer Schema extends z.ZodType }
  ? { readonly query?: Sent<z.input<Schema>, z.output<Schema>> }
  : unknown

type BodyPart<Row extends Endpoint> = Row extends { readonly body: infer Schema extends z.ZodType }
  ? Row extends { readonly form: { readonly files: readonly (infer Name)[] } }
    ? { readonly body: WithFiles<Sent<z.input<Schema>, z.output<Schema>>, Name & string> }
    : { readonly body: Sent<z.input<Schema>, z.output<Schema>> }
  : unknown

/** A preprocessing schema accepts any input; its output type is the intended one. */
type Sent<Input, Output> = unknown extends Input
  ? Output
  : Input extends readonly unknown[]
    ? Input
    : Input extends object
      ? {
          readonly [Name in keyof Input]: unknown extends Input[Name]
            ? Name extends keyof Output
              ? Output[Name]
              : unknown
            : Input[Name]
        }
      : Input

/** Form files in browsers and Node: a `Blob` or a `File`. */
type WithFiles<Body, Name extends string> = Omit<Body, Name> & { readonly [File in Name]?: Blob }
