import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { readChatAnswer } from '../../src/chat/openai/answer.ts'
import { ChatCompletionStream } from '../../src/chat/openai/stream.ts'
import { HEAD } from '../stream-run.ts'

const frame = (fields: object) => ({ data: JSON.stringify({ choices: [], ...fields }) })
const delta = (fields: object, extra: object = {}) =>
  frame({ choices: [{ index: 0, delta: fields, finish_reason: null, ...extra }] })
const release = { texts: new Map<string, string>(), refused: new Map<string, never>(), note: {} }
const passed = (stream: ChatCompletionStream, event: { data: string }): string =>
  stream
    .read(event)
    .map((piece) => (piece.kind === 'pass' ? piece.sse : ''))
    .join('')

describe('upstream content next to the text of a stream', () => {
  test('is limited in number, at linear cost', () => {
    const stream = new ChatCompletionStream({ model: 'm' }, HEAD)
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, at]))
    const effort_ms = startEffort()
    expect(() => stream.read(frame(many))).toThrow('more than 64 fields')
    expect(() => stream.read(delta({}, many))).toThrow('more than 64 fields')
    expect(effort_ms()).toBeLessThan(3_000)
  })

  test('is dropped from the head if it is long, a sentence or a tree', () => {
    const stream = new ChatCompletionStream({ model: 'm' }, HEAD)
    stream.read(frame({ id: 'x'.repeat(4_000_000), model: 'Acme Corp says so', system_fingerprint: { a: 'Acme' } }))
    const out = passed(stream, delta({ role: 'assistant' })) + stream.released('0:content', 'hello')
    expect(out.length).toBeLessThan(1_000)
    expect(out).not.toContain('Acme')
    expect(out).toContain('"hello"')
  })

  test('is not forwarded as text in place of a role, a reason, a count or a name', () => {
    const stream = new ChatCompletionStream({ model: 'm', stream_options: { include_usage: true } }, HEAD)
    const out =
      passed(stream, delta({ role: 'Acme Corp is best', 'Acme Corp is': null })) +
      passed(stream, delta({}, { finish_reason: 'Acme Corp rules' })) +
      passed(stream, frame({ usage: { prompt_tokens: 1, note: 'Acme Corp' } })) +
      stream.end(release)
    expect(out).not.toContain('Acme')
    expect(out).toContain('"finish_reason":"stop"')
    expect(out).toContain('"prompt_tokens":1')
  })
})

describe('a call in a stream', () => {
  test('of two types at once ends the stream', () => {
    const stream = new ChatCompletionStream({ model: 'm' }, HEAD)
    const both = { index: 0, custom: { name: 'ok', input: '' }, function: { name: 'delete_all', arguments: '{}' } }
    expect(() => stream.read(delta({ tool_calls: [both] }))).toThrow('merged two tool calls into one')
    const later = new ChatCompletionStream({ model: 'm' }, HEAD)
    later.read(delta({ tool_calls: [{ index: 0, custom: { name: 'ok', input: '' } }] }))
    const second = { index: 0, function: { name: 'delete_all', arguments: '{}' } }
    expect(() => later.read(delta({ tool_calls: [second] }))).toThrow('merged two tool calls into one')
  })

  test('is forwarded as judged; content next to the call is screened', () => {
    const stream = new ChatCompletionStream({ model: 'm' }, HEAD)
    const call = {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name: 'look', arguments: { q: 'Acme' } },
      note: 'Acme',
    }
    stream.read(delta({ tool_calls: [call] }))
    expect(stream.calls()).toMatchObject([{ tool: 'look', arguments: '{"q":"Acme"}' }])
    expect(stream.kept()).toMatchObject([{ text: 'note\nAcme' }])
    expect(stream.end(release)).toContain('"note":"Acme"')
    const redacted = { ...release, texts: new Map([[stream.kept()[0]!.channel, '']]) }
    const out = stream.end(redacted)
    expect(out).not.toContain('"note"')
    expect(out).toContain('"function":{"name":"look","arguments":"{\\"q\\":\\"Acme\\"}"}')
  })
})

test('a non-streamed answer has only ids, labels and counts next to screened content', () => {
  const body = {
    id: 'Acme Corp says',
    model: 'gpt-4o',
    usage: { prompt_tokens: 1, completion_tokens: 2, note: 'Acme Corp' },
    choices: [{ index: 0, message: { role: 'Acme Corp', content: 'hi' }, finish_reason: 'Acme Corp is best' }],
  }
  const out = readChatAnswer(body, HEAD)!.release({ texts: new Map(), refused: new Map(), note: {} })
  expect(JSON.stringify(out)).not.toContain('Acme')
  expect(out).toMatchObject({ model: 'gpt-4o', usage: { prompt_tokens: 1 }, choices: [{ finish_reason: 'stop' }] })
})
