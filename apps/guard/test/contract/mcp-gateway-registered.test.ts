import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Team, team, textOf } from '../gateway/mcp/team.ts'
import { type ToolServer, toolServer } from '../gateway/mcp/tool-server.ts'

let here: Team
const servers: ToolServer[] = []
beforeAll(async () => {
  here = await team('registered')
})
afterAll(async () => {
  await here.close()
  for (const server of servers) await server.close()
})

const LONG = 'a-name-of-a-tool-that-is-as-long-as-names-of-tools-may-be'

async function serverWith(...names: string[]): Promise<ToolServer> {
  const server = await toolServer({
    tools: names.map((name) => ({ name, description: `Does ${name} for whoever asks.` })),
  })
  servers.push(server)
  return server
}

async function register(server_id: string, url: string, trust_score: number, ...tools: string[]): Promise<void> {
  const body = { server_id, url, trust_score, tools: tools.map((name) => ({ name })) }
  expect((await here.api('POST', '/v1/shield/mcp/register', body)).status).toBe(200)
}

test('each of several servers behind a route is judged by its own registration', async () => {
  const [good, bad] = [await serverWith('find', 'count', LONG), await serverWith('look')]
  await register('a-good', good.url, 0.9, 'find', LONG)
  await register('z-bad', bad.url, 0.1)
  const upstreams = [
    { name: 'good', url: good.url },
    { name: 'bad', url: bad.url },
  ]
  expect((await here.route('both', { upstreams })).status).toBe(200)
  const client = await here.connect('both')
  const { tools } = await client.listTools()
  const call = async (name: string) => textOf(await client.callTool({ name, arguments: {} }))
  expect(await call('good__find')).toContain('says hello')
  expect(await call(tools.find(({ name }) => name.startsWith('good__a-name'))!.name)).toContain('says hello')
  expect(await call('bad__look')).toContain('"z-bad" is below the required trust')
  expect(await call('good__count')).toContain('is not registered with its server')
  expect(bad.calls).toHaveLength(0)
})

test('settings of a tool also apply behind several servers', async () => {
  const server = await serverWith('erase', 'pay')
  await here.route('many', { upstreams: [{ name: 'eu', url: server.url }] })
  const disabled = await here.api('POST', '/v1/shield/tools/erase/disable', { reason: 'Not any more.' })
  expect(disabled.status).toBe(200)
  await here.api('PUT', '/v1/agents/tools/policies', { pay: { approval: { required: true } } })
  const client = await here.connect('many')
  const listed = async () => (await client.listTools()).tools.map(({ name }) => name)
  await expect.poll(listed).toEqual(['eu__pay'])
  expect(textOf(await client.callTool({ name: 'eu__erase', arguments: {} }))).toContain('disabled')
  await expect(client.callTool({ name: 'eu__pay', arguments: {} })).rejects.toThrow('requires approval')
  expect(server.calls).toHaveLength(0)
})

test('a toolset with the tool names of the route also applies to a registered server', async () => {
  const server = await serverWith('send')
  await register('mailer', server.url, 0.9)
  await here.route('mail', { url: server.url })
  await here.api('POST', '/v1/agents/registry', { agent_id: 'clerk', tools: ['mail/send'] })
  await here.api('POST', '/v1/agents/registry', { agent_id: 'other', tools: ['other/send'] })
  const clerk = await here.connect('mail', { 'x-agent-key': 'clerk' })
  expect(textOf(await clerk.callTool({ name: 'send', arguments: {} }))).toContain('says hello')
  const other = await here.connect('mail', { 'x-agent-key': 'other' })
  expect(textOf(await other.callTool({ name: 'send', arguments: {} }))).toContain('not in the toolset')
})
