/**
 * Run-time data of an endpoint: method, path, and special properties. The schemas stay with the services, so that browser pages do not
 * contain them.
 */
export type Row = readonly [method: string, path: string, unusual?: Unusual]

export interface Unusual {
  /** The answer is not a JSON document: the response itself is returned. */
  readonly raw?: true
  /** Statuses other than 2xx with the same answer. */
  readonly also?: readonly number[]
  /** Multipart form body: file parts, and JSON parts. */
  readonly form?: { readonly files: readonly string[]; readonly json: readonly string[]; readonly orJson?: true }
}

export type Rows = Readonly<Record<string, Row>>
