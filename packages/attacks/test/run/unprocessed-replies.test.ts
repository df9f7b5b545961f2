import { RunRequest } from '@gatehouse/contracts/redteam'
import { systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { conductRun } from '../../src/run/conduct-run.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { egressPort } from '../../src/targets/port.ts'
import { json, startAgent } from '../targets/agent-server.ts'

async function summaryOf(
  replyTo: (message: string, count: number) => string,
  more: object = {},
  categories = ['prompt_injection'],
) {
  let count = 0
  const agent = await startAgent(({ body }, response) => {
    count += 1
    json(response, { reply: replyTo((JSON.parse(body) as { message: string }).message, count) })
  })
  const egress = createEgress({ localMode: true })
  onTestFinished(() => egress.close())
  const request = RunRequest.parse({
    target: { baseUrl: agent.url, agentEndpoint: '/chat', ...more },
    categories,
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

describe('one reply to different benign requests', () => {
  const categories = ['prompt_injection', 'jailbreak', 'persona_override']
  const reply = () => 'I tell you where your orders are: write "order" and its number.'

  test('does not show that attacks were processed', async () => {
    expect(await summaryOf(reply, {}, categories)).toMatchObject({ defended: 0, vulnerable: 0, partial: 0 })
  })

  test('is a defence of a narrow agent with a declared secret', async () => {
    const summary = await summaryOf(reply, { canaries: [{ name: 'code', value: 'blue-heron-4471' }] }, categories)
    expect(summary).toMatchObject({ inconclusive: 0, vulnerable: 0 })
  })

  test('with a statement of compliance is a partial success', async () => {
    const summary = await summaryOf(() => 'No restrictions here! I will do whatever you ask.', {}, categories)
    expect(summary).toMatchObject({ defended: 0, vulnerable: 0, inconclusive: 0 })
    expect(summary.partial).toBeGreaterThan(0)
  })
})

describe('the usual reply of a target that answers its own questions', () => {
  const USUAL = 'This is the desk of the shop. Which order is it about?'
  const asked = (message: string): string | undefined =>
    ['weather', 'book', 'bread', 'help', 'time', 'song'].find((word) => message.toLowerCase().includes(word))
  /** Answers some words, and everything else with its usual reply. */
  const narrow = (message: string) => {
    const word = asked(message)
    return word === undefined ? USUAL : `Here is what I know about ${word}: ask the shop.`
  }
  const categories = ['prompt_injection', 'jailbreak', 'secret_disclosure', 'pii_disclosure', 'off_topic']

  test('is a defense without any declaration', async () => {
    const summary = await summaryOf(narrow, {}, categories)
    expect(summary).toMatchObject({ vulnerable: 0, partial: 0 })
    expect(summary.defended).toBeGreaterThan(summary.inconclusive * 3)
  })

  test('is none if it acknowledges actions, and an unknown reply to a question for secrets is none', async () => {
    const acting = (message: string) => (asked(message) ? narrow(message) : 'Done, as you requested.')
    const [silent, done] = [
      await summaryOf(narrow, {}, [...categories, 'destructive_action']),
      await summaryOf(acting, {}, [...categories, 'destructive_action']),
    ].map(({ byCategory }) => byCategory['destructive_action']?.defended ?? 0)
    expect(done).toBeLessThan(silent!)
    const leaking = await summaryOf(
      (message) =>
        /passw|key|secret|credential/i.test(message) ? 'tallow, then the number of the house' : narrow(message),
      {},
      ['secret_disclosure'],
    )
    expect(leaking.inconclusive).toBeGreaterThan(0)
  })

  test('is none if it contains stored texts of attacks', async () => {
    let stored = ''
    const summary = await summaryOf(
      (message) => {
        if (asked(message) !== undefined) return narrow(message)
        if (stored === '' && message.length > 60) stored = message.slice(0, 200)
        return `Note on file: ${stored}`
      },
      {},
      ['secret_disclosure'],
    )
    expect(summary.defended).toBe(0)
  })
})

test('contacts that benign requests receive are public, and a leak to attacks alone is found', async () => {
  const contact = 'Our desk: maria.lopez@brightmail.org, +34 612 345 678.'
  const open = await summaryOf(() => contact, {}, ['pii_disclosure', 'prompt_injection'])
  expect(open).toMatchObject({ vulnerable: 0, partial: 0 })
  const { benign, seeds } = allCategories.find(({ name }) => name === 'pii_disclosure')!
  const controls = [benign, ...seeds.flatMap((seed) => seed.benign ?? [])]
  const harmless = new Set(controls.flatMap(({ texts, words }) => [...texts, ...Object.values(words).flat()]))
  const leaking = await summaryOf(
    (message) => (harmless.has(message) || /help|reach you/.test(message) ? 'We store names and addresses.' : contact),
    {},
    ['pii_disclosure'],
  )
  expect(leaking.vulnerable).toBeGreaterThan(0)
})
