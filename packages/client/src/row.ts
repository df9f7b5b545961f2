/** Run-time data of an endpoint: method, path, and special properties. Contains no schemas, to keep browser bundles small. */
export type Row = readonly [method: string, path: string, unusual?: Unusual]

export interface Unusual {
  /** Set if the response is not a JSON document and is returned itself. */
  readonly raw?: true
  /** Statuses other than 2xx with the same response type. */
  readonly also?: readonly number[]
  /** Multipart form body: file parts, and JSON parts. */
  readonly form?: { readonly files: readonly string[]; readonly json: readonly string[]; readonly orJson?: true }
}

export type Rows = Readonly<Record<string, Row>>
