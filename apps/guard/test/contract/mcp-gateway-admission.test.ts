import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawRoute, rawRoute } from '../gateway/mcp/raw-route.ts'
import type { RawScript } from '../gateway/mcp/raw-server.ts'
import { type Team, team } from '../gateway/mcp/team.ts'

let here: Team
const routes: RawRoute[] = []
beforeAll(async () => {
  here = await team('admitted')
})
afterAll(async () => {
  await here.close()
  for (const { server } of routes) server.close()
})

async function routeTo(script: RawScript, of: Team = here): Promise<RawRoute> {
  const made = await rawRoute(of, `adm${routes.length}`, script)
  routes.push(made)
  return made
}

const tool = (name: string, description = `Tells the weather of ${name}.`) => ({
  name,
  description,
  inputSchema: { type: 'object' },
})

test('a tool whose definition nobody has read to its end is said to be that', async () => {
  const inputSchema = { type: 'object', enum: Array.from({ length: 60_000 }, () => 1) }
  const { begin, post } = await routeTo({ answer: () => ({ tools: [{ ...tool('long'), inputSchema }] }) })
  await begin()
  const called = await post({ id: 1, method: 'tools/call', params: { name: 'long', arguments: {} } })
  expect(JSON.stringify(called)).toContain('its definition cannot be read to its end')
})
