import { describe, expect, test } from 'vitest'
import type { Reply } from '../../src/engine/exchange.ts'
import { withoutIssuedSecrets } from '../../src/targets/discreet.ts'

const reply = (text: string, more: Partial<Reply> = {}): Reply => ({
  text,
  toolCalls: [],
  statusCode: 200,
  responseTime_ms: 1,
  problem: undefined,
  blockedByGuard: false,
  wasCut: false,
  ...more,
})

describe('a reply that echoes credentials', () => {
  test('is masked in every field', () => {
    const call = { name: 'x', arguments: { header: 'Bearer token-1234', list: ['token-1234'] }, wasExecuted: true }
    const told = withoutIssuedSecrets(
      reply('with token-1234', {
        reasoning: 'token-1234?',
        toolCalls: [call, { ...call, arguments: 'token-1234', result: 'token-1234!' }],
      }),
      ['token-1234'],
      [],
    )
    expect(told).toMatchObject({
      text: 'with ***',
      reasoning: '***?',
      toolCalls: [{ arguments: { header: 'Bearer ***', list: ['***'] } }, { arguments: '***', result: '***!' }],
    })
  })

  test('is masked in URL-encoded and JSON-escaped form', () => {
    const told = withoutIssuedSecrets(
      reply('a=tok%2Fen%3D1234 {"a":"tok\\"en-1234"}'),
      ['tok/en=1234', 'tok"en-1234'],
      [],
    )
    expect(told.text).toBe('a=*** {"a":"***"}')
  })

  test('is unchanged without credentials, for short values, and for texts that judges need', () => {
    const said = reply('en says code-4471 of 7')
    expect(withoutIssuedSecrets(said, ['en', '7', 'code-4471', 'elsewhere-1'], ['the code-4471-blue'])).toBe(said)
  })
})
