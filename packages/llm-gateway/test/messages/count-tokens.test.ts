import { expect, test } from 'vitest'
import { countTokens } from '../../src/messages/count-tokens.ts'
import { messages } from '../../src/messages/dialect.ts'
import { dialectHarness } from '../dialect-harness.ts'

test('a count-only request is not a conversation turn, whatever field names its session', async () => {
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }
  const sessionOf = async (dialect: typeof messages, body: object, headers = {}): Promise<unknown> => {
    const { call, audit } = dialectHarness(dialect, () => ({ body: { input_tokens: 3, content: [] } }))
    expect((await call({ ...request, ...body }, headers)).status).toBe(200)
    return audit[0]?.details?.['session_id']
  }
  const inBody = { metadata: { session_id: 's' } }
  const inHeader = { 'x-session-id': 's' }
  expect(await sessionOf(messages, inBody)).toBe('s')
  expect(await sessionOf(messages, {}, inHeader)).toBe('s')
  expect(await sessionOf(countTokens, inBody)).toBeUndefined()
  expect(await sessionOf(countTokens, {}, inHeader)).toBeUndefined()
})
