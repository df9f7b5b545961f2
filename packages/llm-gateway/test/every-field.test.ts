import { describe, expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { isObject } from '../src/chat/json.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { countTokens } from '../src/messages/count-tokens.ts'
import { messages } from '../src/messages/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { words } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'
import { chatBody, messagesBody, responsesBody, SENTENCE, TEXT, WORD } from './request-bodies.ts'

/** Yields the body with the word at one location, and harmless words at all others; one body per location. */
function* withWord(body: JsonObject): Generator<readonly [string, JsonObject]> {
  let count = 0
  const filled = (at: number): { readonly value: JsonObject; readonly place: string } => {
    let seen = 0
    let place = ''
    const put = (text: string, path: string): string => {
      const mark = text.startsWith(TEXT) ? TEXT : text.startsWith(SENTENCE) ? SENTENCE : undefined
      if (mark === undefined) return text
      const isHere = seen === at
      seen += 1
      if (isHere) place = path
      const word = isHere ? WORD : 'harmless'
      return mark === TEXT ? text.replace(TEXT, word).replace('_', ' ') : isHere ? `a ${word} here` : word
    }
    const walk = (value: unknown, path: string): unknown => {
      if (typeof value === 'string') return put(value, path)
      if (Array.isArray(value)) return value.map((item: unknown, index) => walk(item, `${path}.${index}`))
      if (!isObject(value)) return value
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          put(name, `${path}.${name} (name)`),
          walk(item, `${path}.${name}`),
        ]),
      )
    }
    const value = walk(body, '') as JsonObject
    count = seen
    return { value, place }
  }
  filled(-1)
  for (let at = 0; at < count; at += 1) {
    const { value, place } = filled(at)
    yield [place, value]
  }
}

const DIALECTS: readonly (readonly [string, Dialect, JsonObject])[] = [
  ['chat completions', chatCompletions, chatBody],
  ['messages', messages, messagesBody],
  ['count tokens', countTokens, messagesBody],
  ['responses', responses, responsesBody],
]

const blocking = { input: words('block', WORD) }

describe.each(DIALECTS)('a request of %s', (_, dialect, body) => {
  const { call, sent } = dialectHarness(dialect, () => ({ body: '{}' }), blocking)

  test.each([...withWord(body)])('does not pass with a blocked word in %s', async (_place, value) => {
    const answer = await call(value)
    expect(answer.text).toContain('keyword_blocklist')
    expect(answer.status).toBe(403)
    expect(sent).toEqual([])
  })
})
