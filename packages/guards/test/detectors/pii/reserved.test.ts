import { describe, expect, test } from 'vitest'
import { runPolicy } from '../../../src/engine/run.ts'
import { context, policyOf, stream } from '../../stream/harness.ts'

type Guard = readonly [name: string, stage: 'input' | 'output', settings: Readonly<Record<string, readonly string[]>>]

const GUARDS: readonly Guard[] = [
  ['pii_leakage', 'output', { pii_types: ['EMAIL_ADDRESS', 'IP_ADDRESS'] }],
  ['pii_detection', 'input', { entities: ['EMAIL_ADDRESS', 'IP_ADDRESS'] }],
]

const policy = ([name, stage, settings]: Guard, ignore_reserved: boolean) =>
  policyOf(stage, { [name]: { enabled: true, action: 'redact', settings: { ...settings, ignore_reserved } } })

const RESERVED = [
  'dev@example.org',
  'jane@mail.example.com',
  'a@host.example',
  'a@b.test',
  'x@y.invalid',
  'JANE@EXAMPLE.NET',
  '192.0.2.7',
  '198.51.100.23',
  '203.0.113.9',
  '2001:db8:0:1:2:3:4:5',
]
const REAL = [
  'jane@example.de',
  'jane@notexample.com',
  'jane@example.com.evil.net',
  'jane@test.com',
  'jane@invalid.org',
  '192.0.3.7',
  '93.184.215.14',
  '2001:4860:4860:0:0:0:0:8888',
]

describe.each(GUARDS)('%s', (...guard) => {
  test.each(RESERVED)('with ignore_reserved leaves %s unchanged, and reports it by default', async (address) => {
    const text = `The IP address or mail of the host is ${address} today.`
    expect((await runPolicy(policy(guard, true), { text }, context)).redactions).toEqual([])
    const reported = await runPolicy(policy(guard, false), { text }, context)
    expect(reported.redactions).toHaveLength(1)
  })

  test.each(REAL)('with ignore_reserved redacts %s', async (address) => {
    const text = `The IP address or mail of the host is ${address} today.`
    const { sanitized } = await runPolicy(policy(guard, true), { text }, context)
    expect(sanitized).not.toContain(address)
  })

  test('a real address next to a reserved address is redacted, in a stream too', async () => {
    const text = 'Write to dev@example.org or to jane.doe@northwind.com, whichever is nearer to you at the moment.'
    const streamed = await stream(policy(guard, true), text, [9, 21, 33, 47], { stage: guard[1] })
    expect(streamed.text).toBe(text.replace('jane.doe@northwind.com', '[EMAIL_ADDRESS]'))
  })
})
