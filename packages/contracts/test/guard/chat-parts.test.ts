import { describe, expect, test } from 'vitest'
import { MessagesRequest, ResponsesRequest } from '../../src/guard/chat-dialects.ts'
import { ChatCompletion } from '../../src/guard/chat.ts'

type Body = Readonly<Record<string, unknown>>

/** Returns the rejected paths of a body. */
const chat = (message: Body): string[] => placesOf(ChatCompletion.safeParse({ model: 'm', messages: [message] }))
const message = (content: unknown): string[] =>
  placesOf(MessagesRequest.safeParse({ model: 'm', messages: [{ role: 'user', content }] }))
const item = (body: Body): string[] => placesOf(ResponsesRequest.safeParse({ model: 'm', input: [body] }))

interface Parsed {
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } | undefined
}

function placesOf({ error }: Parsed): string[] {
  return (error?.issues ?? []).map(({ path }) => path.slice(2).join('.'))
}

describe('a message of chat completions', () => {
  test.each([
    [{ role: 'user' }, ['content']],
    [{ role: 'user', content: null }, ['content']],
    [{ role: 'system' }, ['content']],
    [{ role: 'user', content: [{}] }, ['content.0.type']],
    [{ role: 'user', content: [{ type: 'text' }] }, ['content.0.text']],
    [{ role: 'user', content: [{ type: 'text', text: null }] }, ['content.0.text']],
    [{ role: 'user', content: ['hi', { type: 'image_url' }] }, ['content.1.image_url']],
    [{ role: 'user', content: [{ type: 'input_audio' }] }, ['content.0.input_audio']],
    [{ role: 'user', content: [{ type: 'file' }] }, ['content.0.file']],
    [{ role: 'user', content: [{ type: 'file', file: {} }] }, ['content.0.file']],
    [{ role: 'user', content: [{ type: 'file', file: 'x' }] }, ['content.0.file']],
  ])('%j is refused', (body, places) => {
    expect(chat(body)).toEqual(places)
  })

  test.each([
    { role: 'user', content: '' },
    { role: 'user', content: ['hi', { type: 'text', text: '' }] },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] },
    { role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] },
    { role: 'user', content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'QQ==' } }] },
    { role: 'user', content: [{ type: 'video_url', video_url: {} }] },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    { role: 'tool', tool_call_id: 'c', content: null },
  ])('%j is accepted', (body) => {
    expect(chat(body)).toEqual([])
  })
})

describe('an item of the responses interface', () => {
  test.each([
    [{}, ['type']],
    [{ role: 'user' }, ['content']],
    [{ type: 'message', content: 'hi' }, ['role']],
    [{ role: 'user', content: [{}] }, ['content.0.type']],
    [{ role: 'user', content: [{ type: 'input_text' }] }, ['content.0.text']],
    [{ role: 'user', content: [{ type: 'input_file' }] }, ['content.0.file_data']],
  ])('%j is refused', (body, places) => {
    expect(item(body)).toEqual(places)
  })

  test.each([
    { role: 'user', content: 'hi' },
    { id: 'msg_1' },
    { type: 'item_reference', id: 'msg_1' },
    { type: 'function_call_output', call_id: 'c', output: 'x' },
    { type: 'message', role: 'assistant', id: 'm', content: [{ type: 'output_text', text: 'x', annotations: [] }] },
    { role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] },
    { role: 'user', content: [{ type: 'input_file', file_url: 'https://example.org/a.pdf' }] },
  ])('%j is accepted', (body) => {
    expect(item(body)).toEqual([])
  })
})

describe('content of the messages interface', () => {
  test.each([
    [[{ type: 'text' }], ['content.0.text']],
    [[{ type: 'image' }], ['content.0.source']],
  ])('%j is refused', (content, places) => {
    expect(message(content)).toEqual(places)
  })

  test.each([
    ['hi'],
    [[{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }]],
    [[{ type: 'tool_result', tool_use_id: 't' }]],
  ])('%j is accepted', (content) => {
    expect(message(content)).toEqual([])
  })
})
