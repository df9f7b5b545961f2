import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, makeTeam, post, type Served, serveWithKeys } from '../serve.ts'

/** Beyond the bound from which texts are evaluated in worker threads. */
const LARGE = 'The report says that the team met on Monday and wrote down what was decided. '.repeat(500)

let service: Served
let key: string

beforeAll(async () => {
  service = await serveWithKeys()
  key = await makeTeam(service.url, 'large')
})
afterAll(() => service.close())

/** Returns the number of large texts with an outcome, according to `/metrics`. */
async function counted(outcome: 'evaluated' | 'refused'): Promise<number> {
  const { text } = await call(`${service.url}/metrics`)
  const line = text
    .split('\n')
    .find((item) => item.startsWith('gatehouse_guard_large_texts_total') && item.includes(outcome))
  return Number(line?.split(' ').at(-1))
}

test.each([
  ['/guardrails/input', { message: LARGE }],
  ['/guardrails/output', { output: LARGE }],
  ['/v1/shield/classify', { message: LARGE }],
  ['/v1/shield/classify_output', { output: LARGE }],
  ['/v1/shield/tool/output', { tool_name: 'search', tool_output: LARGE }],
  ['/v1/moderations', { input: LARGE }],
  ['/beta/litellm_basic_guardrail_api', { texts: [LARGE], input_type: 'request' }],
])('%s evaluates a large text in a worker thread', async (path, body) => {
  const before = await counted('evaluated')
  const answer = await post(`${service.url}${path}`, body, { 'x-api-key': key })
  expect(answer.text).not.toContain('"detail"')
  expect(answer.status).toBe(200)
  expect(await counted('evaluated')).toBeGreaterThan(before)
})
