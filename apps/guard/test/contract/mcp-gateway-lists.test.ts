import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Team, team, textOf } from '../gateway/mcp/team.ts'
import { type ToolServer, toolServer } from '../gateway/mcp/tool-server.ts'

let server: ToolServer
const teams: Team[] = []
beforeAll(async () => {
  const tools = ['erase', 'delete_all', 'pay'].map((name) => ({ name, description: `Does ${name} for whoever asks.` }))
  server = await toolServer({ tools })
})
afterAll(async () => {
  for (const item of teams) await item.close()
  await server.close()
})

/** Returns the visible and callable tools of a team with these lists, through a route with one server and one with several. */
async function withLists(id: string, settings: object) {
  const here = await team(id, { agentic_guardrails: { tool_allowlist: { enabled: true, settings } } })
  teams.push(here)
  await here.route('one', { url: server.url, pin_tools: false })
  await here.route('many', { upstreams: [{ name: 'eu', url: server.url }], pin_tools: false })
  const through = async (route: string, prefix: string) => {
    const client = await here.connect(route)
    const { tools } = await client.listTools()
    const called: string[] = []
    for (const name of ['erase', 'delete_all', 'pay']) {
      // oxlint-disable-next-line no-await-in-loop -- three calls
      const text = textOf(await client.callTool({ name: prefix + name, arguments: {} }))
      if (text.includes('says hello')) called.push(name)
    }
    return { listed: tools.map(({ name }) => name), called }
  }
  return { one: await through('one', ''), many: await through('many', 'eu__') }
}

test('a tool denied to all agents is denied behind every route', async () => {
  expect(await withLists('denying', { denied_tools: ['erase', 'delete*', 'other/pay'] })).toEqual({
    one: { listed: ['pay'], called: ['pay'] },
    many: { listed: ['eu__pay'], called: ['pay'] },
  })
})

test('an allowlist of tools applies to the route names of the tools', async () => {
  expect(await withLists('allowing', { allowed_tools: ['pay', 'eu__erase'] })).toEqual({
    one: { listed: ['pay'], called: ['pay'] },
    many: { listed: ['eu__erase'], called: ['erase'] },
  })
})
