import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@gatehouse/kernel'
import { databaseTargets, temporaryDatabase } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import type { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { AUDIT_DETAILS_CHARS_MAX, AUDIT_FIELD_CHARS_MAX } from '../../src/audit/entry.ts'
import { createAuditLog } from '../../src/audit/log.ts'
import { AUDIT_QUEUE_ENTRIES_MAX } from '../../src/audit/queue.ts'
import { queryAudit } from '../../src/audit/query.ts'
import { verifyAll, verifyChain } from '../../src/audit/verify.ts'
import type { ConnectionSettings, Store } from '../../src/connect.ts'
import { entryOf, withLog } from './helpers.ts'

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`the audit log on the ${target.name}`, () => {
    proves('all:audit.chained', 'numbers the entries of each tenant from 1 and chains them', async () => {
      const { store, drop } = await temporaryDatabase(target)
      const receipts = await withLog(store, (log) =>
        Promise.all(['acme', 'other', 'acme', 'acme'].map((tenant_id) => log.append(entryOf({ tenant_id })))),
      )
      expect(receipts.map(({ seq }) => seq)).toEqual([1, 1, 2, 3])
      const { entries } = await queryAudit(store, { tenantId: 'acme' })
      expect(entries.map(({ hash }) => hash)).toEqual([receipts[3]!.hash, receipts[2]!.hash, receipts[0]!.hash])
      expect(entries.map(({ prev_hash }) => prev_hash)).toEqual([receipts[2]!.hash, receipts[0]!.hash, '0'.repeat(64)])
      expect(await verifyAll(store)).toEqual([
        { tenant_id: 'acme', valid: true, checked: 3 },
        { tenant_id: 'other', valid: true, checked: 1 },
      ])
      await drop()
    })

    test('continues the chain of an earlier process', async () => {
      const { store, drop } = await temporaryDatabase(target)
      await withLog(store, (log) => log.append(entryOf()))
      const receipt = await withLog(store, (log) => log.append(entryOf()))
      expect(receipt.seq).toBe(2)
      expect(await verifyChain(store, 'acme')).toEqual({ valid: true, checked: 2 })
      await drop()
    })

    test('never forks a chain with several concurrent instances', async () => {
      const { store, drop } = await temporaryDatabase(target)
      const logs = ['a', 'b', 'c'].map((instanceId) => createAuditLog(store, { instanceId, maxBatch: 7 }))
      const receipts = await Promise.all(
        logs.flatMap((log) =>
          Array.from({ length: 100 }, async (_, n) => {
            // Spread over many batches, so that the instances meet again and again.
            await sleep(n % 20)
            return log.append(entryOf({ tenant_id: n % 3 === 0 ? 'other' : 'acme' }))
          }),
        ),
      )
      await Promise.all(logs.map((log) => log.close()))
      expect(new Set(receipts.map(({ id }) => id)).size).toBe(300)
      expect(await verifyAll(store)).toEqual([
        { tenant_id: 'acme', valid: true, checked: 198 },
        { tenant_id: 'other', valid: true, checked: 102 },
      ])
      await drop()
    })

    test('stores any text, bounded, and still verifies', async () => {
      const { store, drop } = await temporaryDatabase(target)
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('\0', '\ud800', '"', '\n', 'ü', '😀', '\\') }),
      )
      await withLog(store, (log) =>
        fc.assert(
          fc.asyncProperty(text, text, fc.dictionary(text, fc.jsonValue()), async (actor, request_id, details) => {
            const { id } = await log.append(entryOf({ actor, request_id, details }))
            const { entries } = await queryAudit(store, { tenantId: 'acme', limit: 1 })
            expect(entries[0]).toMatchObject({ id, actor: actor.toWellFormed().replaceAll('\0', '\ufffd') })
            expect(entries[0]!.details).toEqual(JSON.parse(JSON.stringify(details)))
          }),
          { numRuns: 60 },
        ),
      )
      expect((await verifyChain(store, 'acme')).valid).toBe(true)
      await drop()
    })
  })
}

describe('createAuditLog', () => {
  test('commits concurrent entries in a single transaction', async () => {
    const { store, drop } = await temporaryDatabase()
    await withLog(store, (log) => Promise.all(Array.from({ length: 50 }, () => log.append(entryOf()))))
    await store.withConnection(async (client) => {
      const { rows } = await client.query('SELECT count(DISTINCT xmin::text) AS commits FROM audit_entries')
      expect(rows).toEqual([{ commits: 1 }])
    })
    await drop()
  })

  test('cuts long fields and replaces details that are too large', async () => {
    const { store, drop } = await temporaryDatabase()
    await withLog(store, (log) =>
      log.append(entryOf({ actor: 'x'.repeat(1_000), details: { text: 'y'.repeat(AUDIT_DETAILS_CHARS_MAX) } })),
    )
    const [entry] = (await queryAudit(store, {})).entries
    expect(entry!.actor).toHaveLength(AUDIT_FIELD_CHARS_MAX)
    expect(entry!.details).toEqual({ truncated: true, chars: AUDIT_DETAILS_CHARS_MAX + '{"text":""}'.length })
    expect((await verifyChain(store, 'acme')).valid).toBe(true)
    await drop()
  })

  test('rejects entries when the queue is full, with a retry delay', async () => {
    const { store, drop } = await temporaryDatabase()
    await withLog(store, async (log) => {
      const accepted = Array.from({ length: AUDIT_QUEUE_ENTRIES_MAX }, () => log.append(entryOf()))
      const failure: unknown = await log.append(entryOf()).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Failure)
      expect(failure).toMatchObject({ code: 'unavailable', retryAfter_s: 1 })
      await Promise.all(accepted)
      expect(log.waiting()).toBe(0)
    })
    expect(await verifyChain(store, 'acme')).toEqual({ valid: true, checked: AUDIT_QUEUE_ENTRIES_MAX })
    await drop()
  })

  test('writes pending entries before it closes, and rejects entries afterwards', async () => {
    const { store, drop } = await temporaryDatabase()
    const log = createAuditLog(store, { instanceId: 'test', maxWait_ms: 20 })
    const last = log.append(entryOf())
    await log.close()
    await expect(last).resolves.toMatchObject({ seq: 1 })
    await expect(log.append(entryOf())).rejects.toMatchObject({ code: 'unavailable' })
    await drop()
  })

  test('survives the loss of its connection without losing or doubling an entry', async () => {
    const { store, drop } = await temporaryDatabase()
    const log = createAuditLog(store, { instanceId: 'victim' })
    const state = { running: true }
    const acknowledged: string[] = []
    const writers = Array.from({ length: 8 }, async () => {
      while (state.running) acknowledged.push((await log.append(entryOf())).id)
    })
    for (let kill = 0; kill < 10; kill += 1) {
      await sleep(15)
      await store.withConnection((client) =>
        client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE application_name = 'gatehouse audit victim' AND datname = current_database()`),
      )
    }
    state.running = false
    await Promise.all(writers)
    await log.close()
    expect(await verifyChain(store, 'acme')).toEqual({ valid: true, checked: acknowledged.length })
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    await drop()
  })

  test('looks up an entry with an unconfirmed commit instead of a second write', async () => {
    const { store, drop } = await temporaryDatabase()
    const { faulty, thrown } = withFaults(store, { audit_append: { after: 'ECONNRESET' } })
    await withLog(faulty, async (log) => {
      const receipts = await Promise.all([log.append(entryOf()), log.append(entryOf({ tenant_id: 'other' }))])
      expect(thrown).toEqual(['ECONNRESET'])
      const { entries } = await queryAudit(store, {})
      expect(entries.map(({ id }) => id).sort()).toEqual(receipts.map(({ id }) => id).sort())
      expect((await log.append(entryOf())).seq).toBe(2)
    })
    expect((await verifyAll(store)).every(({ valid }) => valid)).toBe(true)
    await drop()
  })

  test('also looks it up if the next attempt fails for another reason', async () => {
    const { store, drop } = await temporaryDatabase()
    const faults = { audit_append: { after: 'ECONNRESET' }, audit_lock_heads: { before: '53100' } }
    const { faulty, thrown } = withFaults(store, faults)
    await withLog(faulty, async (log) => {
      const receipts = await Promise.all([log.append(entryOf()), log.append(entryOf({ tenant_id: 'other' }))])
      expect(thrown).toEqual(['ECONNRESET', '53100'])
      const { entries } = await queryAudit(store, {})
      expect(entries.map(({ id }) => id).sort()).toEqual(receipts.map(({ id }) => id).sort())
    })
    await drop()
  })

  test('a forged head of a tenant does not block other tenants', async () => {
    const { store, drop } = await temporaryDatabase()
    await withLog(store, async (log) => {
      await Promise.all([log.append(entryOf()), log.append(entryOf()), log.append(entryOf({ tenant_id: 'other' }))])
    })
    await store.withConnection((client) => client.query(`UPDATE audit_heads SET seq = 1 WHERE tenant_id = 'acme'`))
    await withLog(store, async (log) => {
      const [acme, other] = await Promise.allSettled([
        log.append(entryOf()),
        log.append(entryOf({ tenant_id: 'other' })),
      ])
      expect(acme).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
      expect(other).toMatchObject({ status: 'fulfilled', value: { seq: 2 } })
    })
    await drop()
  })

  test('writes to the day of its clock, whenever that is', async () => {
    const { store, drop } = await temporaryDatabase()
    const times = ['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2040-02-29T12:00:00.000Z']
    for (const time of times) {
      const log = createAuditLog(store, { instanceId: 'test', clock: { now: () => Date.parse(time) } })
      await log.append(entryOf())
      await log.close()
    }
    await store.withConnection(async (client) => {
      const { rows } = await client.query('SELECT tableoid::regclass::text AS part FROM audit_entries ORDER BY seq')
      expect(rows).toEqual(times.map((time) => ({ part: `audit_entries_${time.slice(0, 10).replaceAll('-', '')}` })))
    })
    expect((await verifyChain(store, 'acme')).valid).toBe(true)
    await drop()
  })
})

/** Creates a store whose audit connection fails once at each named statement, before or after execution by the server. */
function withFaults(
  store: Store,
  faults: Readonly<Record<string, { readonly before?: string; readonly after?: string }>>,
): { faulty: Store; thrown: string[] } {
  const thrown: string[] = []
  const left = new Map(Object.entries(faults))
  const fail = (code: string): never => {
    thrown.push(code)
    throw Object.assign(new Error(`made up: ${code}`), { code })
  }
  async function dedicated(settings: ConnectionSettings): Promise<Client> {
    const client = await store.dedicated(settings)
    const query = client.query.bind(client) as (config: unknown, values?: unknown[]) => Promise<unknown>
    return Object.assign(client, {
      async query(config: { readonly name?: string }, values?: unknown[]) {
        const fault = left.get(config.name ?? '')
        if (fault !== undefined) left.delete(config.name ?? '')
        if (fault?.before !== undefined) fail(fault.before)
        const result = await query(config, values)
        if (fault?.after !== undefined) fail(fault.after)
        return result
      },
    })
  }
  return { faulty: { ...store, dedicated }, thrown }
}
