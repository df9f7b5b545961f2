import { systemClock } from '@gatehouse/kernel'
import { createTenant, putItem } from '@gatehouse/store/tenants'
import { McpRouteRequest } from '@gatehouse/contracts/agents'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPinKeeper, makeRoute, toolsOf } from '@gatehouse/mcp-gateway'
import { pinStore } from '../../../src/pin-store.ts'
import { NO_TENANT, type TenantSnapshot } from '@gatehouse/screening'

const TENANT = 'lister'
const ROUTE = 'long'

let database: TemporaryDatabase
let tenant: TenantSnapshot
beforeAll(async () => {
  database = await temporaryDatabase()
  await createTenant(database.store, { id: TENANT, name: TENANT })
  const { stored } = makeRoute(McpRouteRequest.parse({ url: 'https://long.invalid/' }), undefined)
  const document = { ...stored, sealed: '' }
  await putItem(database.store, TENANT, { kind: 'mcp_route', name: ROUTE, by: 'test' }, () => document)
  const items = new Map([['mcp_route', new Map([[ROUTE, document]])]])
  tenant = { ...NO_TENANT, tenantId: TENANT, agentic: { ...NO_TENANT.agentic, tenantId: TENANT, items } }
})
afterAll(() => database.drop())

const SAYS = 'Tells the weather of a city on the given day, with wind and rain and how warm it is there in the evening.'

/** Tools of about four kilobytes each. */
function listing(count: number) {
  const parameters = (of: number) =>
    Array.from({ length: 20 }, (_, at) => [`p_${at}`, { type: 'string', description: `The ${at}th of ${of}. ${SAYS}` }])
  return {
    tools: Array.from({ length: count }, (_, at) => ({
      name: `tool_${at}`,
      description: `Number ${at}. ${SAYS}`,
      inputSchema: { type: 'object', properties: Object.fromEntries(parameters(at)) as object },
    })),
  }
}

/** Returns the duration of a function, and the longest time for which it blocked the event loop. */
async function measured(
  work: () => Promise<unknown>,
): Promise<{ readonly whole_ms: number; readonly stall_ms: number }> {
  let last = performance.now()
  let stall_ms = 0
  let isOver = false
  const look = (): void => {
    const now = performance.now()
    stall_ms = Math.max(stall_ms, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const started = performance.now()
  await work()
  isOver = true
  return { whole_ms: performance.now() - started, stall_ms }
}

test('other requests are served while a long list is judged, and judged tools are not rejudged', async () => {
  const keeper = createPinKeeper({
    store: pinStore(database.store),
    clock: systemClock,
    audit: { append: () => Promise.resolve() },
    identitiesOf: () => ['https://long.invalid/'],
  })
  const result = listing(500)
  const judge = async () => keeper.judge(tenant, ROUTE, { tools: await toolsOf(result), complete: true }, 'r')
  const first = await measured(judge)
  expect(first.stall_ms / first.whole_ms).toBeLessThan(0.25)
  const second = await measured(judge)
  expect(second.whole_ms / first.whole_ms).toBeLessThan(0.5)
})
