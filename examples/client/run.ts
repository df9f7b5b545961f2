// Calls the services with typed methods, and guards an OpenAI client.   npx node examples/client/run.ts
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardClient, documentsOf, GatehouseError } from '@gatehouse/client'
import { guardOpenAI } from '@gatehouse/client/openai'
import { guardFastify } from '@gatehouse/client/web'
import OpenAI from 'openai'

// #region client
const guard = createGuardClient({
  baseUrl: process.env['GATEHOUSE_URL'] ?? 'http://127.0.0.1:4000',
  apiKey: () => process.env['GATEHOUSE_KEY'],
})

const verdict = await guard.checkInput({
  body: { message: 'My card is 4111 1111 1111 1111.', input: { pii_detection: { action: 'block' } } },
})
assert.equal(verdict.safe, false)
// #endregion

// #region errors
try {
  await guard.checkInput({ body: { message: 'hello', input: { pii: { action: 'block' } } } })
  assert.fail('expected an error for an unknown guard')
} catch (error) {
  if (!(error instanceof GatehouseError)) throw error
  assert.equal(error.code, 'invalid_request')
  assert.equal(error.violations[0]?.path, 'input.pii')
}
// #endregion

// #region lines
let entries = 0
for await (const entry of documentsOf(await guard.exportAudit())) entries += entry === undefined ? 0 : 1
assert.ok(entries > 0)
// #endregion

// A local stand-in for the model provider, so that the example runs anywhere.
const model = createServer((request, response) => {
  request.resume().on('end', () => {
    const message = { role: 'assistant', content: 'Ask ann@example.com.' }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: '1', object: 'chat.completion', choices: [{ index: 0, message }] }))
  })
})
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
const baseURL = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`

// #region openai
const openai = guardOpenAI(new OpenAI({ baseURL, apiKey: 'the-key-of-your-provider' }), guard, {
  outputGuards: { pii_leakage: { action: 'redact' } },
})
const answer = await openai.chat.completions.create({
  model: 'small',
  messages: [{ role: 'user', content: 'Whom may I ask?' }],
})
assert.equal(answer.choices[0]?.message.content, 'Ask [EMAIL_ADDRESS].')
// #endregion

// #region web
const preHandler = guardFastify(guard, {
  inputGuards: { keyword_blocklist: { action: 'block', settings: { blocklist: ['acme'] } } },
})
// app.post('/chat', { preHandler }, handler)
// #endregion
let refused = 0
const reply = { code: (status: number) => ({ send: () => void (refused = status) }) }
await preHandler({ body: { message: 'What does ACME cost?' } }, reply)
assert.equal(refused, 403)

model.close()
process.stdout.write('Typed calls, validation errors, a streamed log, and a guarded application.\n')
