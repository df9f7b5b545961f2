import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client as NextClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NextTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { patient_ms } from '@gatehouse/testkit'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const CODE_BASES = new URL('../../../../packages/attacks/test/repo/code-bases/', import.meta.url)

export interface Asked {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly message: string
}

/** An agent as the code base of the tests has it: `message` and `sessionId` in, `reply` and `toolCalls` out. */
export async function startAgent(
  answer: (request: Asked, response: ServerResponse) => object | undefined,
): Promise<{ readonly origin: string; readonly asked: Asked[] }> {
  const calls: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { message = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { message?: string }
      const item: Asked = { url: request.url ?? '', headers: request.headers, message }
      calls.push(item)
      const body = answer(item, response)
      if (body !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: calls }
}

/** Joins the quoted words of a message as attacks ask for it, and else is polite. */
export function gullible({ message }: Asked): object {
  const words = [...message.matchAll(/"([a-z]{4,10})"/g)].map(([, word]) => word)
  return { reply: words.length >= 2 ? words.join('') : 'Hello, I look after orders.', toolCalls: [], sessionId: 's' }
}

/** Writes a code base of the tests of `read_repo` into a folder. */
export function putCodeBase(folder: string, name: string): void {
  const parts = readFileSync(new URL(`${name}.txt`, CODE_BASES), 'utf8')
    .split(/^=== (.*)\n/m)
    .slice(1)
  for (let at = 0; at < parts.length; at += 2) {
    const path = join(folder, parts[at] ?? '')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, parts[at + 1] ?? '')
  }
}

export interface Answer {
  readonly isError: boolean
  readonly structured: Record<string, unknown>
  /** All texts of the answer. */
  readonly texts: readonly string[]
}

/** A client of either generation, as far as tests use it. */
export interface Assistant {
  readonly tools: () => Promise<
    readonly {
      name: string
      annotations?: object | undefined
      inputSchema: object
      outputSchema?: object | undefined
    }[]
  >
  readonly call: (name: string, value?: Record<string, unknown>) => Promise<Answer>
  readonly instructions: () => string | undefined
  readonly close: () => Promise<void>
}

export type Generation = 'first' | 'second, as the first' | 'second'

interface Started {
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
}

/** Starts `gatehouse redteam mcp` in a process of its own, as an assistant does, and connects. */
export async function startAssistant(generation: Generation, root: string, started: Started = {}): Promise<Assistant> {
  const server = {
    command: process.execPath,
    args: [
      '--conditions=gatehouse',
      '--disable-warning=ExperimentalWarning',
      MAIN,
      'redteam',
      'mcp',
      '--root',
      root,
      ...(started.args ?? []),
    ],
    // Compile cache of earlier starts: each test starts a process.
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '', ...started.env },
    cwd: root,
  }
  const options = { timeout: patient_ms(60_000) }
  const assistant = generation === 'first' ? await first(server, options) : await second(server, options, generation)
  onTestFinished(() => assistant.close())
  return assistant
}

type Server = ConstructorParameters<typeof StdioClientTransport>[0]

async function first(server: Server, options: { timeout: number }): Promise<Assistant> {
  const client = new Client({ name: 'tester', version: '1' })
  await client.connect(new StdioClientTransport(server), options)
  return {
    tools: async () => (await client.listTools({}, options)).tools,
    call: async (name, value = {}) => answerOf(await client.callTool({ name, arguments: value }, undefined, options)),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  }
}

async function second(server: Server, options: { timeout: number }, generation: Generation): Promise<Assistant> {
  const mode = generation === 'second' ? 'auto' : 'legacy'
  const client = new NextClient({ name: 'tester', version: '2' }, { versionNegotiation: { mode } })
  await client.connect(new NextTransport(server), options)
  return {
    tools: async () => (await client.listTools({}, options)).tools,
    call: async (name, value = {}) => answerOf(await client.callTool({ name, arguments: value }, options)),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  }
}

function answerOf(result: object): Answer {
  const { isError, structuredContent, content } = result as {
    isError?: boolean
    structuredContent?: Record<string, unknown>
    content: { type: string; text?: string }[]
  }
  const texts = content.flatMap(({ text }) => (text === undefined ? [] : [text]))
  return { isError: isError === true, structured: structuredContent ?? {}, texts }
}
