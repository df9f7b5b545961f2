import { expect, test } from 'vitest'
import type { UpstreamRequest } from '../../src/upstreams/model-upstreams.ts'
import { underSharedKey } from '../../src/upstreams/shared-key.ts'

const request = (body: object, headers: Readonly<Record<string, string>> = {}): UpstreamRequest => ({
  model: 'm',
  dialect: 'openai',
  path: '/responses',
  body: Buffer.from(JSON.stringify(body)),
  stream: false,
  headers,
  signal: new AbortController().signal,
})

test.each([
  ['an answer', { previous_response_id: 'resp_1' }, 'previous_response_id'],
  ['a conversation', { conversation: { id: 'conv_1' } }, 'conversation'],
  ['a file in a message', { input: [{ content: [{ type: 'input_file', file_id: 'file-1' }] }] }, 'file_id'],
  ['files of an interpreter', { tools: [{ container: { type: 'auto', file_ids: ['file-1'] } }] }, 'container'],
  ['a store of a search', { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }, 'vector_store_ids'],
  ['an item', { input: [{ type: 'item_reference', id: 'msg_1' }] }, 'item_reference'],
  [
    'a file of a message',
    { messages: [{ content: [{ type: 'document', source: { type: 'file', file_id: 'f' } }] }] },
    'file_id',
  ],
])('a key shared by tenants rejects references to %s stored at the provider', (_title, body, name) => {
  expect(() => underSharedKey(request(body), 'a')).toThrow(`refers to data stored at the provider ("${name}")`)
})

test.each([
  ['nothing of it', { input: 'hello' }],
  ['null', { previous_response_id: null, conversation: null }],
  ['a text that speaks of it', { input: 'say "previous_response_id": "resp_1"' }],
  ['a parameter of that name', { tools: [{ parameters: { properties: { file_id: { type: 'string' } } } }] }],
  ['a parameter of another interface', { tools: [{ input_schema: { properties: { conversation: {} } } }] }],
  ['arguments of a call', { messages: [{ content: [{ type: 'tool_use', input: { file_id: 'x' } }] }] }],
  ['data of the client', { metadata: { conversation: 'c1' } }],
])('%s is sent unchanged', (_title, body) => {
  const upstreamRequest = request(body)
  expect(underSharedKey(upstreamRequest, 'a')).toBe(upstreamRequest)
})

test('a key against doing it twice is each tenant’s own, and the same for the same', () => {
  const keyOf = (tenantId: string) =>
    underSharedKey(request({}, { 'idempotency-key': 'k', 'openai-beta': 'b' }), tenantId).headers
  expect(keyOf('a')).toEqual({ 'openai-beta': 'b', 'idempotency-key': expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(keyOf('a')).toEqual(keyOf('a'))
  expect(keyOf('a')).not.toEqual(keyOf('b'))
})
