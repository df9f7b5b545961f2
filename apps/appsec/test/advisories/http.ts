import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { onTestFinished } from 'vitest'

export interface TestServer {
  readonly url: string
  /** Received requests: `GET /path`. */
  readonly log: string[]
}

export type Answering = (request: IncomingMessage, body: string) => Answered | undefined

export interface Answered {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Starts a server on loopback that ends with the test; without an answer it never responds. */
export async function serveHttp(answer: Answering): Promise<TestServer> {
  const log: string[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    log.push(`${request.method ?? ''} ${request.url ?? ''}`)
    const answered = answer(request, Buffer.concat(chunks).toString())
    if (answered === undefined) return
    response.writeHead(answered.status ?? 200, answered.headers)
    response.end(answered.body ?? '')
  }
  const http = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, log }
}

/** The way out, with loopback named by the operator or not. */
export function wayOut(allow = '127.0.0.1'): Egress {
  const egress = createEgress({ allow: parseEgressAllow(allow), localMode: true })
  onTestFinished(() => egress.close())
  return egress
}

/** Returns records like OSV's API, regardless of the version. */
export function osvAnswers(...records: readonly object[]): Answering {
  const entries = records as readonly {
    readonly id: string
    readonly modified: string
    readonly affected: readonly { readonly package: { readonly name: string } }[]
  }[]
  return ({ url = '' }, body) => {
    const headers = { 'content-type': 'application/json' }
    if (url.endsWith('/v1/querybatch')) {
      const { queries } = JSON.parse(body) as {
        readonly queries: readonly { readonly package: { readonly name: string } }[]
      }
      const results = queries.map((query) => ({
        vulns: entries
          .filter(({ affected }) => affected.some((item) => item.package.name === query.package.name))
          .map(({ id, modified }) => ({ id, modified })),
      }))
      return { headers, body: JSON.stringify({ results }) }
    }
    const record = entries.find(({ id }) => url.endsWith(`/v1/vulns/${id}`))
    return record === undefined ? { status: 404 } : { headers, body: JSON.stringify(record) }
  }
}
