import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Team, team, textOf } from '../gateway/mcp/team.ts'
import { type ToolServer, toolServer } from '../gateway/mcp/tool-server.ts'

const city = { properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const recursive = { properties: { child: { $ref: '#' } } }

let here: Team
let watched: Team
let server: ToolServer
beforeAll(async () => {
  here = await team('schema')
  watched = await team('schema-watched', { mode: 'monitor' })
  server = await toolServer({
    tools: [
      { name: 'weather', description: 'Tells the weather of a city.', inputSchema: city },
      { name: 'tree', description: 'Counts the leaves of a tree.', inputSchema: recursive },
      { name: 'report', description: 'Writes a long report.', execution: { taskSupport: 'required' } },
      { name: 'digest', description: 'Writes a short digest.', execution: { taskSupport: 'optional' } },
    ],
  })
  for (const item of [here, watched]) {
    await item.api('POST', '/v1/agents/registry', { agent_id: 'any', tools: ['*'] })
    await item.route('r', { url: server.url, default_agent: 'any' })
  }
})
afterAll(async () => {
  await Promise.all([here.close(), watched.close()])
  await server.close()
})

const calls = (name: string) => server.calls.filter((call) => call.name === name).length

test.each([[{}], [{ city: 7 }], [{ city: 'Oslo', note: 'x' }]])(
  'arguments %j do not reach the server',
  async (args) => {
    const client = await here.connect('r')
    const before = calls('weather')
    const refused = await client.callTool({ name: 'weather', arguments: args })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toContain('Invalid arguments')
    expect(textOf(refused)).not.toContain('Oslo')
    expect(calls('weather')).toBe(before)
  },
)

test('arguments that match the input schema reach the server', async () => {
  const client = await here.connect('r')
  expect(textOf(await client.callTool({ name: 'weather', arguments: { city: 'Oslo' } }))).toContain('says hello')
})

test('in monitor mode invalid arguments pass', async () => {
  const client = await watched.connect('r')
  expect(textOf(await client.callTool({ name: 'weather', arguments: {} }))).toContain('says hello')
})

test('a schema that cannot be enforced is audited and the call passes', async () => {
  const client = await here.connect('r')
  expect(textOf(await client.callTool({ name: 'tree', arguments: { child: {} } }))).toContain('says hello')
  const { body } = await here.api('GET', '/v1/tenant/me/audit?limit=50')
  expect(JSON.stringify(body)).toContain('"input_schema":"unenforceable"')
})

test('a tool that runs only as a task is not listed and cannot be called', async () => {
  const client = await here.connect('r')
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['weather', 'tree', 'digest'])
  await expect(client.callTool({ name: 'report', arguments: {} })).rejects.toThrow('Unknown tool')
  expect(calls('report')).toBe(0)
})
