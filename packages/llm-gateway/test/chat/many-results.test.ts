import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { completion, harness, toolCall } from './harness.ts'

/** Returns a request with many results for one call. */
function conversation(results: number, tool: string, argument: unknown): object {
  const messages = [
    { role: 'user', content: 'Read the pages' },
    { role: 'assistant', content: null, tool_calls: [toolCall('a', tool, { q: argument })] },
    ...Array.from({ length: results }, (_, at) => ({ role: 'tool', tool_call_id: 'a', content: `Line ${at}.` })),
  ]
  return { model: 'm', messages }
}

async function time_ms(body: object): Promise<number> {
  const { call } = harness(() => ({ body: completion({ content: 'ok' }) }))
  await call(conversation(1, 'read', ''))
  const effort_ms = startEffort()
  expect((await call(body)).status).toBe(200)
  return effort_ms()
}

describe('many results of one call', () => {
  const RESULTS = 1_000
  const LONG = Array.from({ length: 50_000 }, (_, at) => at % 97)

  test('cost the same for any length of the tool arguments', async () => {
    const [one, many, short] = [
      await time_ms(conversation(1, 'read', LONG)),
      await time_ms(conversation(RESULTS, 'read', LONG)),
      await time_ms(conversation(RESULTS, 'read', '')),
    ]
    expect(many).toBeLessThan((one + short) * 2.5 + 300)
  })

  test('cost the same for any length of the tool name, which is then rejected', async () => {
    const name = 'read'.repeat(100_000)
    const [one, many, short] = [
      await time_ms(conversation(1, name, '')),
      await time_ms(conversation(RESULTS, name, '')),
      await time_ms(conversation(RESULTS, 'read', '')),
    ]
    expect(many).toBeLessThan((one + short) * 2.5 + 300)
  })
})
