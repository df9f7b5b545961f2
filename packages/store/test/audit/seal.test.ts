import { createKeyRing } from '@gatehouse/kernel/sealing'
import { temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entryHash, GENESIS_HASH } from '../../src/audit/hash.ts'
import { createAuditLog } from '../../src/audit/log.ts'
import { type ChainSeals, createHeadSealer, sealHeads } from '../../src/audit/seal.ts'
import type { Head } from '../../src/audit/statements.ts'
import { type ChainReport, verifyChain } from '../../src/audit/verify.ts'
import { entryOf, filled, tamper } from './helpers.ts'

const COUNT = 12
const OLD_KEY = Buffer.alloc(32, 1)
const NEW_KEY = Buffer.alloc(32, 2)
const keys = createKeyRing([OLD_KEY])

/** Returns seals with the given keys, and anchors in memory. */
function sealsOf(ring = keys, known = new Map<string, Head>()): ChainSeals {
  const note = (tenant: string, head: Head): void => void known.set(tenant, head)
  return { sealer: createHeadSealer(ring), anchors: { get: (tenant) => known.get(tenant), note } }
}

async function append(seals: ChainSeals | undefined, count = COUNT): Promise<void> {
  const log = createAuditLog(database.store, { instanceId: 'test', ...(seals === undefined ? {} : { seals }) })
  for (let n = 0; n < count; n += 1) await log.append(entryOf({ details: { n } }))
  await log.close()
}

/** Executes SQL like an attacker with the owner's privileges and without the master key. */
const sql = (text: string): Promise<void> => tamper(database.store, (client) => client.query(text))

/** Rewrites the chain from an entry on, hashes and head included, as the program itself would. */
function rewriteFrom(seq: number): Promise<void> {
  return tamper(database.store, async (client) => {
    const { rows } = await client.query<Parameters<typeof entryHash>[2] & { seq: number; at: Date; hash: string }>(
      `SELECT seq, id::text, timestamp AS at, tenant_id, actor, action, guardrail, verdict, request_id, details::text,
              encode(hash, 'hex') AS hash FROM audit_entries ORDER BY seq`,
    )
    let last = GENESIS_HASH
    for (const row of rows) {
      if (row.seq >= seq) {
        const changed = { ...row, time_ms: row.at.getTime(), verdict: 'pass' }
        const hash = entryHash(last, row.seq, changed)
        await client.query(
          `UPDATE audit_entries SET verdict = 'pass', prev_hash = decode($2, 'hex'), hash = decode($3, 'hex') WHERE seq = $1`,
          [row.seq, last, hash],
        )
        last = hash
      } else last = row.hash
    }
    await client.query(`UPDATE audit_heads SET hash = decode($1, 'hex')`, [last])
  })
}

const verify = (seals: ChainSeals): Promise<ChainReport> => verifyChain(database.store, 'acme', { seals })

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())
beforeEach(() => sql('DELETE FROM audit_entries; DELETE FROM audit_heads; DELETE FROM deployment_secrets'))

describe('a sealed chain', () => {
  test('is valid and sealed from its first entry', async () => {
    const seals = sealsOf()
    await append(seals)
    expect(await verify(seals)).toEqual({
      valid: true,
      checked: COUNT,
      seal: { state: 'sealed', key_id: seals.sealer.keyId },
    })
  })

  test.each([
    ['the tail and the head rewritten', () => rewriteFrom(9)],
    ['the whole chain rewritten', () => rewriteFrom(1)],
    [
      'entries deleted at the end with the head reset to match',
      () =>
        sql(`DELETE FROM audit_entries WHERE seq > 9;
             UPDATE audit_heads SET seq = 9, hash = (SELECT hash FROM audit_entries WHERE seq = 9)`),
    ],
    ['the head deleted with its entries', () => sql('DELETE FROM audit_entries; DELETE FROM audit_heads')],
    ['an entry deleted', () => sql('DELETE FROM audit_entries WHERE seq = 5')],
    ['the seal removed', () => sql('UPDATE audit_heads SET seal = NULL, seal_key = NULL')],
    ['the seal forged', () => sql(`UPDATE audit_heads SET seal = decode(repeat('ab', 32), 'hex')`)],
    ['a claim that older entries were never sealed', () => sql('UPDATE audit_heads SET sealed_from = 10')],
    ['a mark of an earlier break removed', () => sql('UPDATE audit_heads SET broken_at = 3')],
  ])('is found broken: %s', async (_name, attack) => {
    const seals = sealsOf()
    await append(seals)
    await attack()
    expect(await verify(seals)).toMatchObject({ valid: false })
  })

  test('hashes alone do not find a rewritten chain, and a missing tail needs the anchor', async () => {
    await append(sealsOf())
    await rewriteFrom(9)
    expect(await verifyChain(database.store, 'acme')).toMatchObject({ valid: true })
  })

  test('is reported as rolled back when an older head is restored with its own seal', async () => {
    const seals = sealsOf()
    await append(seals)
    await sql('CREATE TABLE stolen AS SELECT * FROM audit_heads')
    await append(seals, 3)
    await sql(`DELETE FROM audit_entries WHERE seq > ${COUNT}; DELETE FROM audit_heads;
               INSERT INTO audit_heads SELECT * FROM stolen; DROP TABLE stolen`)
    const report = await verify(seals)
    expect(report).toMatchObject({ valid: false, first_broken: { seq: COUNT } })
    expect(report.first_broken?.reason).toContain('reset to entry 12: entry 15')
  })

  test('preserves the evidence when the service continues from a rewritten head', async () => {
    const known = new Map<string, Head>()
    await append(sealsOf(keys, known))
    await rewriteFrom(9)
    await append(sealsOf(keys, known), 3)
    // Another process that has no anchors sees it as well.
    const report = await verify(sealsOf())
    expect(report).toMatchObject({ valid: false, seal: { state: 'sealed' }, first_broken: { seq: COUNT } })
    expect(report.first_broken?.reason).toContain('no valid seal at entry 12')
  })

  test('preserves the evidence when the head is rewritten at run time', async () => {
    const seals = sealsOf()
    const log = createAuditLog(database.store, { instanceId: 'test', seals })
    for (let n = 0; n < 5; n += 1) await log.append(entryOf({ details: { n } }))
    await rewriteFrom(3)
    await log.append(entryOf())
    await log.close()
    expect(await verify(seals)).toMatchObject({ valid: false, first_broken: { seq: 5 } })
  })

  test('continues across several instances', async () => {
    const logs = ['a', 'b'].map((instanceId) => createAuditLog(database.store, { instanceId, seals: sealsOf() }))
    await Promise.all(Array.from({ length: 40 }, (_, n) => logs[n % 2]!.append(entryOf({ details: { n } }))))
    await Promise.all(logs.map((log) => log.close()))
    expect(await verify(sealsOf())).toMatchObject({ valid: true, checked: 40, seal: { state: 'sealed' } })
  })
})

describe('a chain from before seals', () => {
  test('stays valid, is sealed at the next start, and reports the first sealed entry', async () => {
    await filled(database.store, 'acme', COUNT)
    const seals = sealsOf()
    expect(await verify(seals)).toMatchObject({ valid: true, seal: { state: 'unsealed' } })
    expect(await sealHeads(database.store, keys, seals.sealer)).toBe(1)
    expect(await verify(seals)).toMatchObject({ valid: true, seal: { state: 'sealed', unsealed_before: COUNT + 1 } })
    await append(seals, 3)
    expect(await verify(seals)).toEqual({
      valid: true,
      checked: COUNT + 3,
      seal: { state: 'sealed', key_id: seals.sealer.keyId, unsealed_before: COUNT + 1 },
    })
  })

  test('is not signed by a later start when its seal was removed', async () => {
    const seals = sealsOf()
    await sealHeads(database.store, keys, seals.sealer)
    await append(seals)
    await sql('UPDATE audit_heads SET seal = NULL, seal_key = NULL')
    await rewriteFrom(4)
    await sealHeads(database.store, keys, seals.sealer)
    await append(sealsOf(), 1)
    expect(await verify(sealsOf())).toMatchObject({ valid: false, first_broken: { seq: COUNT } })
  })
})

describe('a new master key', () => {
  const both = createKeyRing([NEW_KEY, OLD_KEY])
  const newKeyRing = createKeyRing([NEW_KEY])

  test('signs again at startup, after which the old key may be removed', async () => {
    await append(sealsOf())
    const seals = sealsOf(both)
    expect(await sealHeads(database.store, both, seals.sealer)).toBe(0)
    expect(await sealHeads(database.store, both, seals.sealer)).toBe(1)
    expect(await verify(sealsOf(newKeyRing))).toMatchObject({ valid: true, seal: { state: 'sealed' } })
  })

  test('without the old key reports that the seal cannot be checked', async () => {
    await append(sealsOf())
    expect(await verify(sealsOf(newKeyRing))).toMatchObject({
      valid: false,
      seal: { state: 'unknown_key', key_id: keys.keyId },
    })
  })
})
