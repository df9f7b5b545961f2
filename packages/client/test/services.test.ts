import { zipSync } from 'fflate'
import { type RunningGatehouse, startGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createAppsecClient,
  createGuardClient,
  createRedteamClient,
  documentsOf,
  eventsOf,
  GatehouseError,
} from '../src/index.ts'

import { answering, json } from './answering.ts'

const folder = temporaryFolder()
let running: RunningGatehouse
const urlOf = (service: string): string => new RegExp(`${service}\\s+(http://\\S+)`).exec(running.stdout())![1]!

beforeAll(async () => {
  running = await startGatehouse(folder.path, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32' })
  await running.printed(/Stop with Ctrl-C/)
})
afterAll(async () => {
  await running.stop()
  folder.remove()
})

test('the guard service: texts, files, the log as lines, and validation errors', async () => {
  const guard = createGuardClient({ baseUrl: running.url })
  const { safe, guardrail_results } = await guard.checkInput({
    body: { message: 'My card is 4111 1111 1111 1111', input: { pii_detection: { action: 'block' } } },
  })
  expect(safe).toBe(false)
  expect(guardrail_results.map(({ guardrail }) => guardrail)).toContain('pii_detection')
  const { file } = await guard.checkFile({ body: { file: new File(['plain words'], 'a.txt') } })
  expect(file).toMatchObject({ name: 'a.txt', size_bytes: 11 })
  const log: object[] = []
  for await (const entry of documentsOf<object>(await guard.exportAudit())) log.push(entry)
  expect(log.length).toBeGreaterThanOrEqual(2)
  const error = await guard.checkInput({ body: { message: 7 as never } }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(GatehouseError)
  expect(error).toMatchObject({ status: 422, code: 'invalid_request', violations: [{ path: 'message' }] })
  expect(await guard.ready()).toMatchObject({ status: 'ready', service: 'guard' })
})

describe('the application-security service', () => {
  test('a session cookie creates a key, the key scans an upload, and its events report the end', async () => {
    const baseUrl = urlOf('appsec')
    let cookie = ''
    const withCookie: typeof fetch = async (input, init) => {
      const response = await fetch(input, {
        ...init,
        headers: {
          ...(init?.headers as object),
          ...(cookie === '' ? {} : { cookie, origin: new URL(baseUrl).origin }),
        },
      })
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return response
    }
    const person = createAppsecClient({ baseUrl, fetch: withCookie })
    await person.register({
      body: { email: 'a@example.org', password: 'long enough for us', organizationName: 'Acme' },
    })
    const { plaintext } = await person.createMemberKey({ body: { name: 'client' } })
    const appsec = createAppsecClient({ baseUrl, apiKey: plaintext })
    const archive = zipSync({
      'a.js': new TextEncoder().encode('new (require("https").Agent)({ rejectUnauthorized: false })\n'),
    })
    const { scanId } = await appsec.createScan({
      body: { source: new File([archive], 'a.zip'), projectName: 'client', scanType: 'SAST_ONLY' },
    })
    const events: string[] = []
    for await (const { event } of eventsOf(await appsec.scanEvents({ params: { scanId } }))) events.push(event)
    expect(events.at(-1)).toBe('end')
    const { findings } = await appsec.listFindings({ params: { scanId } })
    expect(findings.map(({ ruleId }) => ruleId)).toContain('sast/javascript-tls-verification-disabled')
    await expect(appsec.readScan({ params: { scanId: 'nothing' } })).rejects.toMatchObject({ status: 404 })
  })
})

test('the red-team service: a run is started, followed to its end, and its report read', async () => {
  const agent = await answering(json(200, { reply: 'I cannot help with that.' }))
  const redteam = createRedteamClient({ baseUrl: urlOf('redteam') })
  const { id } = await redteam.startRun({
    body: {
      target: { baseUrl: agent.url },
      categories: ['prompt_injection'],
      attackConfig: { maxAttacksPerCategory: 3, adaptiveRounds: 0, concurrency: 8 },
    },
  })
  const events: string[] = []
  for await (const { event } of eventsOf(await redteam.followRun({ params: { id } }))) events.push(event)
  expect(events.at(-1)).toBe('end')
  const run = await redteam.readRun({ params: { id }, query: { since: 0 } })
  expect(run).toMatchObject({ status: 'done' })
  expect(agent.asked.length).toBeGreaterThanOrEqual(3)
})
