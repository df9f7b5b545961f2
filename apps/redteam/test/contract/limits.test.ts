import { openCache } from '@gatehouse/cache'
import type { Handlers } from '@gatehouse/contracts'
import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import type { RequestContext, TesterCaller } from '@gatehouse/http'
import { expect, test } from 'vitest'
import { limited } from '../../src/routes/limits.ts'

type All = Handlers<typeof redteamEndpoints, RequestContext>
type Called = (request: { readonly context: Pick<RequestContext, 'caller'> }) => Promise<unknown>

const PER_MINUTE = 3_000

/** All endpoints answer `ok`; the test checks whether the handler is called. */
async function scene() {
  const cache = await openCache({})
  const answering = Object.fromEntries(Object.keys(redteamEndpoints).map((name) => [name, () => 'ok'])) as object as All
  const handlers = limited(answering, cache) as object as Record<string, Called>
  const call = async (name: string, actor: string, tenantId = 'acme'): Promise<unknown> => {
    const caller: TesterCaller = { kind: 'tester', tenantId, actor, name: actor, role: 'admin' }
    return handlers[name]!({ context: { caller } }).catch((failure: unknown) => failure)
  }
  return { call, close: () => cache.close() }
}

test('a key over its rate limit is rejected, and other keys are not affected', async () => {
  const { call, close } = await scene()
  for (let i = 0; i < PER_MINUTE; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await call('listRuns', 'key:one')).toBe('ok')
  }
  expect(await call('readRun', 'key:one')).toMatchObject({ code: 'rate_limited', retryAfter_s: expect.any(Number) })
  expect(await call('readRun', 'key:two')).toBe('ok')
  expect(await call('readRun', 'key:one', 'other')).toBe('ok')
  await close()
})

test('runs are started seldom by a tenant, whichever of its keys starts them', async () => {
  const { call, close } = await scene()
  const starts: unknown[] = []
  for (let i = 0; i < 62; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    starts.push(await call('startRun', `key:${i % 7}`))
  }
  expect(starts.filter((start) => start === 'ok')).toHaveLength(60)
  expect(starts.at(-1)).toMatchObject({ code: 'rate_limited' })
  expect(await call('startRun', 'key:other', 'other')).toBe('ok')
  await close()
})

test('targets are tested seldom by a tenant, whichever of its keys does it', async () => {
  const { call, close } = await scene()
  const tests: unknown[] = []
  for (let i = 0; i < 61; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    tests.push(await call('testTarget', `key:${i % 7}`))
  }
  expect(tests.filter((item) => item === 'ok')).toHaveLength(60)
  expect(tests.at(-1)).toMatchObject({ code: 'rate_limited' })
  expect(await call('testTarget', 'key:other', 'other')).toBe('ok')
  expect(await call('startRun', 'key:0')).toBe('ok')
  await close()
})

test('analyses have a rate limit per tenant across its keys', async () => {
  const { call, close } = await scene()
  const made: unknown[] = []
  for (let i = 0; i < 61; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    made.push(await call(i % 2 === 0 ? 'analyzeOwasp' : 'analyzeRisk', `key:${i % 7}`))
  }
  expect(made.filter((item) => item === 'ok')).toHaveLength(60)
  expect(made.at(-1)).toMatchObject({ code: 'rate_limited' })
  expect(await call('startRun', 'key:0')).toBe('ok')
  expect(await call('analyzeRisk', 'key:0', 'other')).toBe('ok')
  await close()
})

test('calls without authentication are not limited', async () => {
  const { call, close } = await scene()
  for (let i = 0; i < 100; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await call('startRun', 'local')).toBe('ok')
  }
  await close()
})
