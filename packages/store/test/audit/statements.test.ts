import { uuidv7 } from '@gatehouse/kernel'
import { temporaryDatabase } from '@gatehouse/testkit'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import type { StampedEntry } from '../../src/audit/entry.ts'
import { createPartitions } from '../../src/audit/partitions.ts'
import { append, chain, findWritten, readHeads } from '../../src/audit/statements.ts'
import { verifyAll } from '../../src/audit/verify.ts'

function stamped(tenant_id: string, time: string): StampedEntry {
  return {
    id: uuidv7(),
    time_ms: Date.parse(time),
    tenant_id,
    actor: 'test',
    action: 'test',
    guardrail: null,
    verdict: null,
    request_id: null,
    details: '{}',
  }
}

test('a second batch computed from the same head adds no entries, also on another day', async () => {
  const { store, drop } = await temporaryDatabase()
  await store.withConnection(async (client: Client) => {
    const mine = [stamped('acme', '2030-01-01T23:59:59.000Z')]
    const theirs = [stamped('acme', '2030-01-02T00:00:01.000Z'), stamped('other', '2030-01-02T00:00:01.000Z')]
    await createPartitions().ensure(client, [...mine, ...theirs])
    const heads = await readHeads(client, ['acme', 'other'], false)
    expect(await append(client, chain(mine, heads))).toEqual(new Set(['acme']))
    // The other tenant's head had not advanced, and its entry is written by the same statement.
    expect(await append(client, chain(theirs, heads))).toEqual(new Set(['other']))
    const written = await findWritten(client, [...mine, ...theirs])
    expect([...written.keys()].sort()).toEqual([mine[0]!.id, theirs[1]!.id].sort())
  })
  expect((await verifyAll(store)).map(({ valid, checked }) => [valid, checked])).toEqual([
    [true, 1],
    [true, 1],
  ])
  await drop()
})

test('making the partitions of coming days waits neither for readers nor for writers', async () => {
  const { store, drop } = await temporaryDatabase()
  await store.withConnection(async (reader) => {
    await reader.query('BEGIN; SELECT count(*) FROM audit_entries; LOCK TABLE audit_entries IN ROW EXCLUSIVE MODE')
    await store.withConnection(async (maker) => {
      await maker.query(`SET lock_timeout = '2s'`)
      await maker.query(`SELECT audit_make_partitions('2050-01-01', '2050-01-03')`)
      const { rows } = await maker.query(
        `SELECT count(*) AS days FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass`,
      )
      expect(rows).toEqual([{ days: 3 }])
    })
  })
  await drop()
})
