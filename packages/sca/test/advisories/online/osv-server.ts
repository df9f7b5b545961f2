import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { OsvFetch } from '../../../src/advisories/online/request.ts'

/** Record on the test server. */
export interface ServedRecord {
  readonly id: string
  readonly modified: string
  readonly affected: readonly { readonly package: { readonly name: string } }[]
}

/** State of the test server that a test may change. */
export interface OsvServer {
  readonly url: string
  readonly records: Map<string, ServedRecord>
  /** Received requests: `POST /v1/querybatch 3` with the number of queries, `GET /v1/vulns/…`. */
  readonly log: string[]
  /** Handles a request instead of the server when it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse, body: string) => boolean) | undefined
  /** Number of vulnerabilities per page. */
  pageSize: number
  readonly fetch: OsvFetch
}

interface Body {
  readonly queries: readonly { readonly package: { readonly name: string }; readonly page_token?: string }[]
}

/** Starts an OSV-compatible server over HTTP on loopback; it returns all records of a package, regardless of the version. */
export async function serveOsv(...records: readonly object[]): Promise<OsvServer> {
  const entries = (records as readonly ServedRecord[]).map((record) => [record.id, record] as const)
  const server: Omit<OsvServer, 'url' | 'fetch'> = {
    records: new Map(entries),
    log: [],
    intercept: undefined,
    pageSize: 100,
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const queries = request.method === 'POST' ? ` ${(JSON.parse(body) as Body).queries.length}` : ''
    server.log.push(`${request.method ?? ''} ${request.url ?? ''}${queries}`)
    if (server.intercept?.(request, response, body) !== true) answer(server, request.url ?? '', body, response)
  }
  const http = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const fetchIt: OsvFetch = (path, { signal, timeout_ms, method, headers, body }) =>
    fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]),
    })
  return Object.assign(server, { url, fetch: fetchIt })
}

function answer(server: Omit<OsvServer, 'url' | 'fetch'>, url: string, body: string, response: ServerResponse): void {
  if (url.endsWith('/v1/querybatch')) {
    const { queries } = JSON.parse(body) as Body
    return send(response, 200, { results: queries.map((query) => pageOf(server, query)) })
  }
  const record = server.records.get(decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)))
  return record === undefined ? send(response, 404, { code: 5 }) : send(response, 200, record)
}

function pageOf({ records, pageSize }: Omit<OsvServer, 'url' | 'fetch'>, query: Body['queries'][number]) {
  const some = [...records.values()].filter(({ affected }) =>
    affected.some(({ package: { name } }) => name === query.package.name),
  )
  const from = Number(query.page_token ?? 0)
  const vulns = some.slice(from, from + pageSize).map(({ id, modified }) => ({ id, modified }))
  // A package without any is an empty object, as OSV writes it.
  if (vulns.length === 0) return {}
  return { vulns, ...(from + pageSize < some.length && { next_page_token: String(from + pageSize) }) }
}

export function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
