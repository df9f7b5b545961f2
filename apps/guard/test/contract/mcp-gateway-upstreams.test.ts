import { fileURLToPath } from 'node:url'

import { type Reference, startReference } from '@gatehouse/testkit/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { oldServer, type OldServer } from '../mcp/old-server.ts'
import { type Answer, makeTeam, send, serveWithKeys, type Served } from '../serve.ts'

/** A tool server that runs as a process. */
const SCRIPT = fileURLToPath(new URL('../mcp/stdio-server.ts', import.meta.url))

interface Parts {
  readonly served: Served
  readonly reference: Reference
  readonly old: OldServer
  readonly key: string
}

let parts: Parts

beforeAll(async () => {
  const env = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32', GATEHOUSE_MCP_COMMANDS: `${process.execPath} ${SCRIPT}` }
  const service = await serveWithKeys({ env })
  const [reference, old] = [await startReference(), await oldServer()]
  parts = { served: service, reference, old, key: await makeTeam(service.url, 'upstreams-one') }
})

afterAll(async () => {
  await parts.served.close()
  await parts.reference.stop()
  await parts.old.stop()
})

/** The same tools are behind several routes here, which pins would block. */
function put(route: string, body: object): Promise<Answer> {
  const { served, key } = parts
  const url = `${served.url}/v1/tenant/me/mcp-gateway/upstreams/${route}`
  return send(url, 'PUT', { ...body, scan_descriptions: false, pin_tools: false }, { 'x-api-key': key })
}

/** Connects with the official client, for as long as the function runs. */
async function through<T>(route: string, run: (client: Client) => Promise<T>): Promise<T> {
  const { served, key } = parts
  const client = new Client({ name: 'tester', version: '1' })
  const requestInit = { headers: { 'x-api-key': key } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${served.url}/gateway/${route}/mcp`), { requestInit }),
  )
  try {
    return await run(client)
  } finally {
    await client.close()
  }
}

async function toolsOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}

const process_ = { transport: 'stdio', command: process.execPath, args: [SCRIPT], isolation_ack: true }

proves('guard:mcp.transports', 'a server is reached over Streamable HTTP, events, or standard streams', async () => {
  const { reference, old } = parts
  expect((await put('by-http', { transport: 'http', url: reference.url })).status).toBe(200)
  expect((await put('by-events', { transport: 'sse', url: old.url })).status).toBe(200)
  expect((await put('by-streams', process_)).status).toBe(200)
  expect(await through('by-http', toolsOf)).toContain('test_simple_text')
  const echo = (client: Client) => client.callTool({ name: 'echo', arguments: { text: 'hi' } })
  for (const route of ['by-events', 'by-streams']) {
    expect(await through(route, echo)).toMatchObject({ content: [{ type: 'text', text: 'hi' }] })
  }
})

proves(
  'guard:mcp.stdio-allowlisted',
  'only commands that the deployment names run, with harmless variables',
  async () => {
    const refused = await put('other-command', { ...process_, command: '/bin/sh' })
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('GATEHOUSE_MCP_COMMANDS') })
    const otherCode = await put('other-script', { ...process_, args: ['-e', 'process.exit()', SCRIPT] })
    expect(otherCode).toMatchObject({ status: 422, text: expect.stringContaining('GATEHOUSE_MCP_COMMANDS') })
    const loading = await put('other-code', { ...process_, env: { NODE_OPTIONS: '--require=/tmp/x.js' } })
    expect(loading).toMatchObject({ status: 422, text: expect.stringContaining('variable_refused') })
  },
)

test('several servers of every transport form one route, and an outage affects only its server', async () => {
  const { reference, old } = parts
  const upstreams = [
    { name: 'http', transport: 'http', url: reference.url },
    { name: 'events', transport: 'sse', url: old.url },
    { name: 'streams', transport: 'stdio', command: process.execPath, args: [SCRIPT], shared: true },
    { name: 'gone', transport: 'http', url: 'http://127.0.0.1:9/mcp' },
  ]
  expect((await put('all', { upstreams, isolation_ack: true })).status).toBe(200)
  await through('all', async (client) => {
    const names = await toolsOf(client)
    expect(names).toEqual(expect.arrayContaining(['http__test_simple_text', 'events__echo', 'streams__echo']))
    for (const name of ['events__echo', 'streams__echo']) {
      expect(await client.callTool({ name, arguments: { text: name } })).toMatchObject({ content: [{ text: name }] })
    }
    await expect(client.callTool({ name: 'gone__echo', arguments: {} })).rejects.toThrow('gone')
  })
})

test('a child process inherits no environment variables of the service', async () => {
  await put('surroundings', { ...process_, env: { OWN: 'value' } })
  const seen = await through('surroundings', (client) => client.callTool({ name: 'environment', arguments: {} }))
  const names = JSON.parse((seen.content as { text: string }[])[0]?.text ?? '[]') as string[]
  expect(names.filter((name) => !['PATH', 'HOME', 'GATEHOUSE_MCP_PROCESS'].includes(name))).toEqual(['OWN'])
})
