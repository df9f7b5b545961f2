import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { insertPins, listPins } from '@gatehouse/store/agents'
import { createTenant, deleteItem, putItem } from '@gatehouse/store/tenants'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPinKeeper, listedTool, type ListedTool, makeRoute } from '@gatehouse/mcp-gateway'
import { pinStore } from '../../../src/pin-store.ts'
import { McpRouteRequest } from '@gatehouse/contracts/agents'
import { NO_TENANT, type TenantSnapshot } from '@gatehouse/screening'

const TENANT = 'racers'
const AT = new Date(0)

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
  await createTenant(database.store, { id: TENANT, name: TENANT })
})
afterAll(() => database.drop())

const tool = (name: string, description: string): ListedTool => listedTool({ name, description })!

/** A tenant with routes, stored and as a snapshot. */
async function withRoutes(...routes: readonly string[]): Promise<TenantSnapshot> {
  const documents = new Map<string, Record<string, unknown>>()
  for (const name of routes) {
    const { stored } = makeRoute(McpRouteRequest.parse({ url: `https://${name}.invalid/` }), undefined)
    const document = { ...stored, sealed: '' }
    await putItem(database.store, TENANT, { kind: 'mcp_route', name, by: 'test' }, () => document)
    documents.set(name, document)
  }
  const agentic = { ...NO_TENANT.agentic, tenantId: TENANT, items: new Map([['mcp_route', documents]]) }
  return { ...NO_TENANT, tenantId: TENANT, agentic }
}

const keeper = () =>
  createPinKeeper({
    store: pinStore(database.store),
    clock: systemClock,
    audit: { append: () => Promise.resolve() },
    identitiesOf: (_tenantId, _route, { servers }) => servers.map(({ url }) => url ?? ''),
  })

test('of several instances with the same new tool one creates the pin, and the others follow it', async () => {
  const tenant = await withRoutes('race')
  const seen = Array.from({ length: 8 }, (_, index) => tool('search', `Searches the archive number ${index % 4}.`))
  const judged = await Promise.all(
    seen.map((item) => keeper().judge(tenant, 'race', { tools: [item], complete: true }, 'r')),
  )
  const [pin, ...others] = await listPins(database.store, TENANT, 'race')
  expect(others).toEqual([])
  for (const [index, standings] of judged.entries()) {
    const isWinner = seen[index]!.hash === pin?.accepted.hash
    expect(standings.get('search')?.state).toBe(isWinner ? 'pinned' : 'changed')
  }
})

test('of two servers that concurrently claim a name exactly one owns it', async () => {
  const tenant = await withRoutes('left', 'right')
  const judge = (route: string) =>
    keeper().judge(tenant, route, { tools: [tool('shared', `Does things of ${route}.`)], complete: true }, 'r')
  await Promise.all([judge('left'), judge('right')])
  const states = await Promise.all(['left', 'right'].map(async (route) => (await judge(route)).get('shared')?.state))
  expect(new Set(states)).toEqual(new Set(['pinned', 'shadowed']))
})

test('tools listed after the deletion of their route are neither pinned nor shown', async () => {
  const tenant = await withRoutes('gone')
  const item = tool('late', 'Comes too late for it.')
  await deleteItem(database.store, TENANT, 'mcp_route', 'gone')
  const { hash, bodyHash, definition } = item
  const fresh = {
    id: uuidv7(),
    tool: 'late',
    likeness: 'late',
    hash,
    bodyHash,
    definition,
    state: 'pinned',
    reason: '',
  } as const
  expect(await insertPins(database.store, TENANT, 'gone', [fresh], AT)).toBe(false)
  const standings = await keeper().judge(tenant, 'gone', { tools: [item], complete: true }, 'r')
  expect(standings.get('late')?.state).toBe('changed')
  expect(await listPins(database.store, TENANT, 'gone')).toEqual([])
})

test('pins go with a route that is deleted while they are written', async () => {
  for (let round = 0; round < 5; round += 1) {
    const route = `going${round}`
    const tenant = await withRoutes(route)
    const listing = { tools: [tool('a', 'Does one thing well.')], complete: true }
    await Promise.all([
      keeper().judge(tenant, route, listing, 'r'),
      deleteItem(database.store, TENANT, 'mcp_route', route),
    ])
    expect(await listPins(database.store, TENANT, route)).toEqual([])
  }
})
