/**
 * What the client knows of an endpoint at run time: method, path, and what is unusual about it. The schemas stay with the
 * services, so that a page of a browser does not carry them.
 */
export type Row = readonly [method: string, path: string, unusual?: Unusual]

export interface Unusual {
  /** The answer is no JSON document: the response itself is handed over. */
  readonly raw?: true
  /** Statuses beside 2xx that carry the same answer. */
  readonly also?: readonly number[]
  /** The body is a multipart form: parts that are files, parts that hold JSON. */
  readonly form?: { readonly files: readonly string[]; readonly json: readonly string[]; readonly orJson?: true }
}

export type Rows = Readonly<Record<string, Row>>
