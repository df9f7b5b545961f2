import { Failure, Secret } from '@gatehouse/kernel'
import { temporaryDatabase } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { createAuditLog } from '../../src/audit/log.ts'
import { createThreadWriter } from '../../src/audit/thread.ts'
import { decodeOutcomes, encodeOutcomes } from '../../src/audit/thread-message.ts'
import { verifyAll, verifyChain } from '../../src/audit/verify.ts'
import { entryOf } from './helpers.ts'

test('a log with a thread of its own writes the same chain', async () => {
  const { store, drop } = await temporaryDatabase()
  const log = createAuditLog(store, { instanceId: 'threaded', ownThread: true })
  const receipts = await Promise.all(
    Array.from({ length: 500 }, (_, n) => log.append(entryOf({ tenant_id: n % 5 === 0 ? 'other' : 'acme' }))),
  )
  await log.close()
  expect(new Set(receipts.map(({ hash }) => hash)).size).toBe(500)
  expect(await verifyAll(store)).toEqual([
    { tenant_id: 'acme', valid: true, checked: 400 },
    { tenant_id: 'other', valid: true, checked: 100 },
  ])
  await drop()
})

test('goes on with a chain that a log without a thread began, and the other way round', async () => {
  const { store, drop } = await temporaryDatabase()
  for (const ownThread of [false, true, false]) {
    const log = createAuditLog(store, { instanceId: 'x', ownThread })
    await log.append(entryOf())
    await log.close()
  }
  expect(await verifyChain(store, 'acme')).toEqual({ valid: true, checked: 3 })
  await drop()
})

test('a database that is away is told in the words of the log, without its password', async () => {
  const writer = createThreadWriter(new Secret('postgresql://u:hunter2@127.0.0.1:1/none'), 'x')
  const entry = { id: '01', time_ms: 0, tenant_id: 'a', actor: 'a', action: 'a', details: '{}' }
  const outcomes = await writer.write([{ ...entry, guardrail: null, verdict: null, request_id: null }])
  await writer.close()
  expect(outcomes[0]).toBeInstanceOf(Failure)
  expect(outcomes[0]).toMatchObject({ code: 'unavailable', retryAfter_s: 2 })
  expect(String(outcomes[0])).not.toContain('hunter2')
})

test('outcomes survive the way between the threads', () => {
  const stamped = { time_ms: 0, tenant_id: 'a', actor: 'a', action: 'a', details: '{}' }
  const entries = ['1', '2', '3'].map((id) => ({ ...stamped, id, guardrail: null, verdict: null, request_id: null }))
  const outcomes = [
    { id: '1', seq: 7, hash: 'a'.repeat(64) },
    new Failure('unavailable', 'away', { retryAfter_s: 2 }),
    { id: '3', seq: 9_007_199_254_740_991, hash: 'b'.repeat(64) },
  ]
  expect(decodeOutcomes(structuredClone(encodeOutcomes(outcomes)), entries)).toEqual(outcomes)
})
