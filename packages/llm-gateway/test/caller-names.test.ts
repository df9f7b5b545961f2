import { describe, expect, test } from 'vitest'
import type { Dialect } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { dialectHarness } from './dialect-harness.ts'

const body = { model: 'm', max_tokens: 9, input: 'Hi', messages: [{ role: 'user', content: 'Hi' }] }

describe.each<[string, Dialect]>([
  ['chat completions', chatCompletions],
  ['messages', messages],
  ['responses', responses],
])('%s', (_, dialect) => {
  test.each([
    ['X-Session-Id', 256],
    ['X-Grant-Id', 512],
    ['X-Approval-Request-Id', 512],
    ['X-Confirmation-Token', 512],
  ])('refuses a value of %s with more than %i characters', async (header, most) => {
    const { call, sent } = dialectHarness(dialect, () => ({ body: '{}' }))
    await call(body, { [header.toLowerCase()]: 'x'.repeat(most) })
    expect(sent).toHaveLength(1)
    const long = { [header.toLowerCase()]: 'x'.repeat(most + 1) }
    await expect(call(body, long)).rejects.toThrow(
      `${header} is too long: ${most + 1} characters; the limit is ${most}.`,
    )
    expect(sent).toHaveLength(1)
  })

  test.each(['session_id', 'agent_key', 'agent_id', 'user_role'])('refuses a long metadata.%s', async (name) => {
    const { call, sent } = dialectHarness(dialect, () => ({ body: '{}' }))
    await expect(call({ ...body, metadata: { [name]: 'x'.repeat(257) } })).rejects.toThrow(
      `metadata.${name} is too long`,
    )
    expect(sent).toEqual([])
  })
})
