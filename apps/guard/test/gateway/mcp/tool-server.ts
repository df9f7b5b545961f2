import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

type Fields = Record<string, unknown>

/** Offers of a tool server; a test may change them at run time. */
export interface Script {
  tools: {
    name: string
    description?: string
    inputSchema?: Fields
    outputSchema?: Fields
    annotations?: Fields
    execution?: { taskSupport: 'required' | 'optional' | 'forbidden' }
  }[]
  call: (name: string, args: Fields, server: Server) => Fields | Promise<Fields>
  resources: { uri: string; name: string; description?: string }[]
  read: (uri: string) => Fields
  prompts: { name: string; description?: string }[]
  prompt: (name: string) => Fields
  complete: () => string[]
  instructions?: string
  pageSize?: number
}

export interface ToolServer {
  readonly url: string
  readonly script: Script
  /** Headers of all received requests. */
  readonly headers: IncomingHttpHeaders[]
  readonly calls: { readonly name: string; readonly args: Fields; readonly meta: Fields | undefined }[]
  close(): Promise<void>
}

/** A tool server of the official SDK on a real socket. */
export async function toolServer(value: Partial<Script> = {}): Promise<ToolServer> {
  const script: Script = {
    tools: [{ name: 'weather', description: 'Tells the weather of a city.' }],
    call: (name) => ({ content: [{ type: 'text', text: `${name} says hello` }] }),
    resources: [{ uri: 'memo://one', name: 'one', description: 'The first memo.' }],
    read: (uri) => ({ contents: [{ uri, mimeType: 'text/plain', text: 'Nothing to see.' }] }),
    prompts: [{ name: 'greet', description: 'Greets a person.' }],
    prompt: () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }] }),
    complete: () => ['paris'],
    ...value,
  }
  const headers: IncomingHttpHeaders[] = []
  const calls: ToolServer['calls'][number][] = []
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const http = createServer((request, response) => {
    headers.push(request.headers)
    void (async () => {
      const id = request.headers['mcp-session-id']
      let transport = typeof id === 'string' ? sessions.get(id) : undefined
      if (transport === undefined) {
        const fresh = new StreamableHTTPServerTransport({
          sessionIdGenerator: () => randomUUID(),
          onsessioninitialized: (output) => void sessions.set(output, fresh),
        })
        transport = fresh
        await scripted(script, calls).connect(fresh)
      }
      await transport.handleRequest(request, response)
    })()
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    script,
    headers,
    calls,
    async close() {
      for (const transport of sessions.values()) await transport.close()
      http.closeAllConnections()
      await new Promise((resolve) => void http.close(resolve))
    },
  }
}

function scripted(script: Script, calls: ToolServer['calls'][number][]): Server {
  const server = new Server(
    { name: 'scripted', version: '1' },
    {
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, completions: {}, logging: {} },
      ...(script.instructions === undefined ? {} : { instructions: script.instructions }),
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0)
    const size = script.pageSize ?? script.tools.length
    const tools = script.tools
      .slice(from, from + size)
      .map((tool) => ({ ...tool, inputSchema: { type: 'object' as const, ...tool.inputSchema } }))
    const next = from + size
    return { tools, ...(next < script.tools.length ? { nextCursor: String(next) } : {}) }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const args = params.arguments ?? {}
    calls.push({ name: params.name, args, meta: params._meta })
    return await script.call(params.name, args, server)
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: script.resources }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => script.read(params.uri) as never)
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: script.prompts }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => script.prompt(params.name) as never)
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: script.complete() } }))
  return server
}
