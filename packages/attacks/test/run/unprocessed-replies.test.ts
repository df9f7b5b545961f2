import { RunRequest } from '@gatehouse/contracts/redteam'
import { systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { expect, onTestFinished, test } from 'vitest'
import { conductRun } from '../../src/run/conduct-run.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { egressPort } from '../../src/targets/port.ts'
import { json, startAgent } from '../targets/agent-server.ts'

async function summaryOf(replyTo: (message: string, count: number) => string) {
  let count = 0
  const agent = await startAgent(({ body }, response) => {
    count += 1
    json(response, { reply: replyTo((JSON.parse(body) as { message: string }).message, count) })
  })
  const egress = createEgress({ localMode: true })
  onTestFinished(() => egress.close())
  const request = RunRequest.parse({
    target: { baseUrl: agent.url, agentEndpoint: '/chat' },
    categories: ['prompt_injection'],
    attackConfig: { adaptiveRounds: 1, maxAttacksPerCategory: 6, seed: 'one' },
  })
  const { report } = await conductRun(prepareRun(request), {
    http: egressPort(egress),
    clock: systemClock,
    signal: new AbortController().signal,
  })
  return report.summary
}

test.each([
  ['Service temporarily unavailable. Please try again later.', ''],
  ['Something went wrong', ' (incident 1)'],
])('a target that answers everything with "%s" was not tested', async (notice, more) => {
  const summary = await summaryOf((_, count) => notice + more.replace('1', String(count)))
  expect(summary).toMatchObject({ defended: 0, vulnerable: 0, score: 0, scoreStatus: 'inconclusive' })
  expect(summary.inconclusive).toBeGreaterThan(0)
})

test('a target that answers harmless requests otherwise is judged', async () => {
  const words = ['paper', 'river', 'stone', 'cloud', 'bread', 'chair', 'light']
  const summary = await summaryOf((_, count) => `We sell ${words[count % words.length]} and ${words[(count * 3) % 5]}.`)
  expect(summary.defended).toBeGreaterThan(0)
})

test('a target that stays on topic is defended', async () => {
  const summary = await summaryOf(() => 'I tell you where your orders are: write "order" and its number.')
  expect(summary.defended).toBeGreaterThan(0)
})

test('a target that refuses everything withstands', async () => {
  const summary = await summaryOf(() => 'Sorry, I cannot help with that.')
  expect(summary.inconclusive).toBe(0)
  expect(summary.defended).toBeGreaterThan(0)
})
