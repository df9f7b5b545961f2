import { describe, expect, test } from 'vitest'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { words } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'
import { WORD } from './request-bodies.ts'

const FILE = Buffer.from(`A page about the ${WORD}.`).toString('base64')

const user = (part: JsonObject): JsonObject => ({ role: 'user', content: [part] })
const request = (part: JsonObject): JsonObject => ({ model: 'm', max_tokens: 9, messages: [user(part)] })
const file = (file_data: string): JsonObject => request({ type: 'file', file: { filename: 'a', file_data } })
const inputFile = (file_data: string): JsonObject => ({
  model: 'm',
  input: [user({ type: 'input_file', filename: 'a', file_data })],
})
const document = (data: string): JsonObject =>
  request({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } })

describe.each<[string, Dialect, (data: string) => JsonObject]>([
  ['a file', chatCompletions, file],
  ['an input file', responses, inputFile],
  ['a document', messages, document],
])('%s that is not valid base64', (_, dialect, body) => {
  const harness = (input: GuardBlock) => dialectHarness(dialect, () => ({ body: '{}' }), { input })

  test.each(['data:application/pdf;base64,!!!!', 'data:text/plain;base64,%%', 'data:text/plain;base64,QUJDR', 'QUJDR'])(
    '%s is reported',
    async (data) => {
      const { call, sent, audit } = harness({})
      await call(body(data))
      expect(sent).toHaveLength(1)
      expect(JSON.stringify(audit)).toContain('"category":"damaged"')
    },
  )

  test.each([
    ['hexadecimal digits', Buffer.from(`A page about the ${WORD}.`).toString('hex')],
    ['hexadecimal digits in an address', `data:text/plain;base64,${Buffer.from(`The ${WORD} page`).toString('hex')}`],
    ['percent escapes', `data:text/plain,${encodeURIComponent(`A page about the ${WORD}.`)}`],
  ])('is read from %s', async (_name, data) => {
    const { call, sent } = harness(words('block', WORD))
    expect((await call(body(data))).status).toBe(403)
    expect(sent).toEqual([])
  })

  test.each([FILE, FILE.replace(/=+$/, ''), `data:text/plain;base64,${FILE}`, FILE.replaceAll(/.{8}/g, '$&\r\n')])(
    'does not include %j',
    async (data) => {
      const { call, sent, audit } = harness({})
      await call(body(data))
      expect(sent).toHaveLength(1)
      expect(JSON.stringify(audit)).not.toContain('"category":"damaged"')
    },
  )
})
