import { hash } from 'node:crypto'
import { temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryHash } from '../../src/audit/hash.ts'
import { verifyAll, verifyChain } from '../../src/audit/verify.ts'
import { filled, tamper } from './helpers.ts'

const COUNT = 12

describe('verifyChain', () => {
  test.each([
    ['a field that was altered', `UPDATE audit_entries SET verdict = 'pass' WHERE seq = 5`, 5, /does not match/],
    [
      'details written in other words',
      `UPDATE audit_entries SET details = '{"n": 4}' WHERE seq = 5`,
      5,
      /^the content of entry \d+ was changed and does not match its hash$/,
    ],
    [
      'a time moved by less than we store',
      `UPDATE audit_entries SET timestamp = timestamp + interval '1 microsecond' WHERE seq = 5`,
      5,
      /^the content of entry \d+ was changed and does not match its hash$/,
    ],
    ['an entry deleted in the middle', 'DELETE FROM audit_entries WHERE seq = 5', 5, /entry 5 is missing/],
    ['several deleted in the middle', 'DELETE FROM audit_entries WHERE seq IN (5, 6, 7)', 5, /entries 5 to 7/],
    ['the first entries deleted', 'DELETE FROM audit_entries WHERE seq < 3', 1, /entries 1 to 2/],
    [
      'the last entries deleted',
      'DELETE FROM audit_entries WHERE seq > 9',
      10,
      /entries 10 to 12 are missing at the end of the log/,
    ],
    ['all entries deleted', 'DELETE FROM audit_entries', 1, /entries 1 to 12 are missing at the end of the log/],
    [
      'two entries exchanged',
      `UPDATE audit_entries SET seq = 100 WHERE seq = 5; UPDATE audit_entries SET seq = 5 WHERE seq = 6;
       UPDATE audit_entries SET seq = 6 WHERE seq = 100`,
      5,
      /the link of entry 5 is broken: its prev_hash is not the hash of entry 4/,
    ],
    [
      'the last entries deleted and the head set back to match their number',
      'DELETE FROM audit_entries WHERE seq > 9; UPDATE audit_heads SET seq = 9',
      10,
      /head of the chain does not match the hash of entry 9/,
    ],
    ['a head set back', 'UPDATE audit_heads SET seq = 9', 10, /entry 10 is beyond the head of the chain/],
    [
      'a forged hash in the head',
      `UPDATE audit_heads SET hash = decode(repeat('ab', 32), 'hex')`,
      13,
      /head of the chain does not match/,
    ],
    ['a head deleted', 'DELETE FROM audit_heads', 1, /entry 1 is beyond the head of the chain, which is at entry 0/],
    [
      'an entry put in twice on another day',
      `SELECT audit_make_partitions('2001-01-01', '2001-01-01');
       INSERT INTO audit_entries SELECT tenant_id, seq, id, '2001-01-01Z', actor, action, guardrail, verdict, request_id,
         details, prev_hash, hash FROM audit_entries WHERE seq = 5`,
      5,
      /does not match its hash|exists twice/,
    ],
    [
      'an entry altered with its own hash made anew',
      `UPDATE audit_entries SET actor = 'nobody', hash = sha256('anything') WHERE seq = 5`,
      5,
      /^the content of entry \d+ was changed and does not match its hash$/,
    ],
    [
      'an entry moved to another tenant',
      `UPDATE audit_entries SET tenant_id = 'other' WHERE seq = 12; UPDATE audit_heads SET seq = 11, hash =
         (SELECT hash FROM audit_entries WHERE seq = 11)`,
      1,
      /entries 1 to 11 are missing/,
    ],
  ])('finds %s', async (_title, change, seq, reason) => {
    const { store, drop } = await temporaryDatabase()
    await filled(store, 'acme', COUNT)
    expect(await verifyChain(store, 'acme')).toEqual({ valid: true, checked: COUNT })
    await tamper(store, (client) => client.query(change))
    const broken = (await verifyAll(store)).find(({ valid }) => !valid)
    expect(broken?.first_broken?.reason).toMatch(reason)
    expect(broken?.first_broken?.seq).toBe(seq)
    await drop()
  })
})

describe('a longer chain', () => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await temporaryDatabase()
    await filled(database.store, 'acme', 10_500)
  })
  afterAll(() => database.drop())

  test('is read in pages, and progress is reported', async () => {
    const seen: number[] = []
    const report = await verifyChain(database.store, 'acme', { onProgress: (checked) => seen.push(checked) })
    expect(report).toEqual({ valid: true, checked: 10_500 })
    expect(seen).toEqual([5_001, 10_001, 10_500])
  })

  test('with a duplicate entry at a page boundary is detected', async () => {
    const { store } = database
    const copy = `SELECT audit_make_partitions('2100-01-01', '2100-01-01');
      INSERT INTO audit_entries SELECT tenant_id, seq, id, '2100-01-01Z', actor, action, guardrail, verdict, request_id,
        details, prev_hash, hash FROM audit_entries WHERE seq = 5001`
    await tamper(store, (client) => client.query(copy))
    expect((await verifyChain(store, 'acme')).first_broken).toMatchObject({
      seq: 5_001,
      reason: 'entry 5001 exists twice',
    })
    await tamper(store, (client) => client.query('DELETE FROM audit_entries_21000101'))
    expect((await verifyChain(store, 'acme')).valid).toBe(true)
  })

  test('names the id of the broken entry across a border of pages', async () => {
    const { store } = database
    await tamper(store, (client) => client.query(`UPDATE audit_entries SET actor = 'x' WHERE seq = 5002`))
    const { first_broken } = await verifyChain(store, 'acme')
    const [row] = await store.db.selectFrom('audit_entries').select('id').where('seq', '=', 5_002).execute()
    expect(first_broken).toEqual({
      seq: 5_002,
      id: row!.id,
      reason: 'the content of entry 5002 was changed and does not match its hash',
    })
  })

  test.each(['UPDATE audit_entries SET verdict = NULL', 'DELETE FROM audit_entries', 'TRUNCATE audit_entries'])(
    'is not changed by "%s"',
    async (statement) => {
      await database.store.withConnection(async (client) => {
        await expect(client.query(statement)).rejects.toThrow('append-only')
        const { rows } = await client.query<{ part: string }>(
          'SELECT tableoid::regclass::text AS part FROM audit_entries LIMIT 1',
        )
        await expect(client.query(statement.replace('audit_entries', rows[0]!.part))).rejects.toThrow('append-only')
      })
    },
  )

  test('an empty chain is valid', async () => {
    expect(await verifyChain(database.store, 'nobody')).toEqual({ valid: true, checked: 0 })
  })
})

describe('entryHash', () => {
  const entry = {
    id: '01890000-0000-7000-8000-000000000001',
    time_ms: Date.parse('2026-01-02T03:04:05.678Z'),
    tenant_id: 'acme',
    actor: 'tenant:acme',
    action: 'guardrail.input',
    guardrail: null,
    verdict: 'pass',
    request_id: 'a"b',
    details: '{"n":1}',
  }

  test('matches its documentation, so that other tools can compute it', () => {
    const text =
      '["gatehouse-audit-1","00",7,"01890000-0000-7000-8000-000000000001","2026-01-02T03:04:05.678Z","acme",' +
      '"tenant:acme","guardrail.input",null,"pass","a\\"b"]\n{"n":1}'
    expect(entryHash('00', 7, entry)).toBe(hash('sha256', text))
  })

  test.each([
    ['text that looks like the next field', { actor: 'a","b', action: 'c' }, { actor: 'a', action: 'b","c' }],
    [
      'a line feed before the details',
      { request_id: 'x"]\n{}', details: '{}' },
      { request_id: 'x', details: '{}"]\n{}' },
    ],
    ['null and the word null', { guardrail: null }, { guardrail: 'null' }],
    ['null and nothing', { guardrail: null }, { guardrail: '' }],
  ])('distinguishes %s', (_title, one, other) => {
    expect(entryHash('00', 1, { ...entry, ...one })).not.toBe(entryHash('00', 1, { ...entry, ...other }))
  })
})
