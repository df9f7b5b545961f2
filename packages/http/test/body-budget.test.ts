import { expect, test, vi } from 'vitest'
import { createHash } from 'node:crypto'
import { BodyBudget, LARGE_BODY_BYTES_MIN } from '../src/body-budget.ts'
import { open, postJson, RUNTIME_KEY, start } from './support.ts'

const MIB = 1024 * 1024
/** The server reads slowly on a busy machine. */
const PATIENT = { timeout: 60_000 }
const hold = (owner: string) => ({ owner, bytes: 0 })

test('a tenant uses at most half of the memory for large bodies, and others keep their share', () => {
  const budget = new BodyBudget(8 * MIB)
  const own = Array.from({ length: 4 }, () => hold('busy'))
  for (const item of own) budget.grow(item, MIB)
  expect(() => budget.grow(hold('busy'), MIB)).toThrow('Too many large request bodies are in progress.')
  expect(() => budget.grow(hold('busy'), MIB)).toThrow(expect.objectContaining({ code: 'overloaded', retryAfter_s: 2 }))
  const other = hold('other')
  budget.grow(other, MIB)
  expect(budget.bytes).toBe(5 * MIB)
  for (const item of [...own, other]) budget.release(item)
  expect(budget.bytes).toBe(0)
})

test('the total stays within the bound, small bodies are excluded, and a release frees memory', () => {
  const budget = new BodyBudget(4 * MIB)
  const holds = ['a', 'b', 'c', 'd'].map(hold)
  for (const item of holds) budget.grow(item, MIB)
  expect(() => budget.grow(hold('e'), MIB)).toThrow('Too many')
  const small = hold('e')
  budget.grow(small, LARGE_BODY_BYTES_MIN)
  expect(small.bytes).toBe(0)
  budget.release(holds[0]!)
  budget.grow(hold('e'), MIB)
  expect(budget.bytes).toBe(4 * MIB)
})

test('a growing body counts a single time, and is released a single time', () => {
  const budget = new BodyBudget(8 * MIB)
  const item = hold('a')
  for (let size = 0; size <= MIB; size += 10_000) budget.grow(item, size)
  expect(budget.bytes).toBe(MIB)
  budget.release(item)
  budget.release(item)
  expect(budget.bytes).toBe(0)
})

test('a body above the bound is read alone', () => {
  const budget = new BodyBudget(MIB)
  budget.grow(hold('a'), 4 * MIB)
  expect(() => budget.grow(hold('b'), MIB)).toThrow('Too many')
})

test('a tenant with too many large bodies gets 503, but small bodies and other tenants do not', async () => {
  const OTHER_KEY = 'gk_other_0123456789'
  const tenants = new Map([
    [RUNTIME_KEY, 'busy'],
    [OTHER_KEY, 'other'],
  ])
  const hashes = new Map([...tenants].map(([key, tenant]) => [createHash('sha256').update(key).digest('hex'), tenant]))
  const { server, url, port } = await start({
    limits: { largeBodies_bytes: 4 * MIB },
    authenticate: {
      authEnabled: true,
      tenantByKeyHash: (sha256) => {
        const tenantId = hashes.get(sha256)
        return tenantId === undefined ? undefined : { tenantId, keyId: 'k', scope: 'runtime' }
      },
      isAdminKey: () => false,
    },
  })
  const large = { message: 'x'.repeat(MIB - 100) }
  // Two bodies are announced, and arrive slowly.
  const slow = [open(port), open(port)]
  for (const { socket } of slow) {
    const head = ['POST /v1/echo HTTP/1.1', 'host: a', `x-api-key: ${RUNTIME_KEY}`, 'content-type: application/json']
    socket.write([...head, `content-length: ${MIB}`, '', '{"message":"'].join('\r\n'))
  }
  const refused = await vi.waitUntil(async () => {
    const answer = await postJson(`${url}/v1/echo`, large)
    return answer.status === 200 ? undefined : answer
  }, PATIENT)
  expect(refused).toMatchObject({ status: 503, body: { error: 'overloaded' } })
  expect(refused.headers.get('retry-after')).toBe('2')
  expect((await postJson(`${url}/v1/echo`, { message: 'small' })).status).toBe(200)
  expect((await postJson(`${url}/v1/echo`, large, { 'x-api-key': OTHER_KEY })).status).toBe(200)
  for (const { socket } of slow) socket.destroy()
  await vi.waitUntil(async () => (await postJson(`${url}/v1/echo`, large)).status === 200, PATIENT)
  await server.close()
})
