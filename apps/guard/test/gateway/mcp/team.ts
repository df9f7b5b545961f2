import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Answer, makeTeam, send, type Served, serveWithKeys } from '../../serve.ts'

/** A tenant with a gateway in front of its tool servers. */
export interface Team {
  readonly served: Served
  readonly key: string
  /** A call to the administration, with the tenant's key. */
  api(method: string, path: string, body?: unknown): Promise<Answer>
  route(name: string, body: object): Promise<Answer>
  /** An official client of a route, connected. */
  connect(route: string, headers?: Readonly<Record<string, string>>): Promise<Client>
  close(): Promise<void>
}

export async function team(id: string, rest: object = {}): Promise<Team> {
  // Tool servers of tests are on the loopback address, which is closed to tenants otherwise.
  const service = await serveWithKeys({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
  const key = await makeTeam(service.url, id, { plan: 'enterprise', ...rest })
  const clients: Client[] = []
  const api = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(service.url + path, method, body, { 'x-api-key': key })
  return {
    served: service,
    key,
    api,
    route: (name, body) => api('PUT', `/v1/tenant/me/mcp-gateway/upstreams/${name}`, body),
    async connect(route, headers = {}) {
      const client = new Client(
        { name: 'test', version: '1' },
        { capabilities: { sampling: {}, elicitation: {}, roots: {} } },
      )
      const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/gateway/${route}/mcp`), {
        requestInit: { headers: { 'x-api-key': key, ...headers } },
      })
      await client.connect(transport)
      clients.push(client)
      return client
    },
    async close() {
      for (const client of clients) await client.close()
      await service.close()
    },
  }
}

/** The text of a result of a tool. */
export function textOf(result: unknown): string {
  const { content } = result as { content: { type: string; text?: string }[] }
  return content.map(({ text }) => text ?? '').join('\n')
}
