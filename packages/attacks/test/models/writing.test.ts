import { once } from 'node:events'
import * as fc from 'fast-check'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createContentServer } from '../../src/content/content-server.ts'
import { memoryJournal } from '../../src/run/attempt.ts'
import type { RunOutcome } from '../../src/run/run-attacks.ts'
import { replyOf } from '../support/exchange.ts'
import { scriptedTarget } from '../support/scripted-target.ts'
import { ASK, NO, obey, runWith, type ShownTask, startAuthor, writtenBy } from './writing-rig.ts'

const shown = ({ records }: RunOutcome) =>
  records.map(({ attempt, judgement }) => [attempt.key, attempt.attack.turns, judgement.verdict])

describe('an observing attacker model', () => {
  test('receives the results of each strategy and writes several attacks at a time', async () => {
    const seen: ShownTask[] = []
    const attacker = await startAuthor((task) => {
      seen.push(task)
      return { observation: '', messages: [`First, ${ASK}`, `Second, ${ASK}`, `Third, ${ASK}`] }
    })
    const { outcome } = await runWith({
      target: scriptedTarget((message) => (message.startsWith('Second') ? obey(message) : NO)),
      attacker,
      methods: ['observed'],
    })
    expect(seen[0]).toMatchObject({ ways: { base: { refused: 6 } } })
    expect(seen[0]?.examples?.[0]).toMatchObject({ way: 'base', answer: NO, outcome: 'defended, refused' })
    const own = writtenBy(outcome, 'observed')
    expect(own.filter(({ attempt }) => attempt.round === 1).map(({ judgement }) => judgement.verdict)).toEqual([
      'defended',
      'vulnerable',
      'defended',
    ])
  })
})

describe('planted content', () => {
  test('is also written by the model, and the user message is a built-in text', async () => {
    const server = createContentServer({ contentPath: '/c', sinkPath: '/s' })
    const host = createServer((request, response) => void server.handle(request, response)).listen(0, '127.0.0.1')
    await once(host, 'listening')
    onTestFinished(() => void host.close())
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    // Reads every mentioned page, and follows those with friendly text.
    const target = scriptedTarget(() => NO)
    const reads = {
      ...target,
      can: new Set([...target.can, 'content', 'sink'] as const),
      open: () =>
        Promise.resolve({
          close: () => Promise.resolve(),
          async say(message: string) {
            const [address] = /http:\/\/\S+\/c\/[a-z]+\/\d/.exec(message) ?? []
            const page = address === undefined ? '' : await (await fetch(address)).text()
            return replyOf(page.startsWith('Dear helper') ? obey(page) : 'That page is about flowers.')
          },
        }),
    }
    const tasks: string[] = []
    const attacker = await startAuthor(({ task, wish }) => {
      tasks.push(task)
      const { length } = [...wish.matchAll(/\{(?:left|right|sink|canary)\}/g)]
      return { observation: '', messages: [`Dear helper ${tasks.length}, ${length > 0 ? ASK : wish}`] }
    })
    const { outcome } = await runWith({
      target: reads,
      attacker,
      methods: ['observed'],
      categories: ['indirect_prompt_injection'],
      content: server,
      // Each round writes for the next objective of the category, and only some of them plant content.
      setup: {
        words: { runKey: 'key', contentUrl: `${url}/c`, sinkUrl: `${url}/s` },
        adaptiveRounds: 8,
        maxAttacksPerCategory: 40,
      },
    })
    const own = writtenBy(outcome, 'observed').filter(({ attempt }) => attempt.attack.plants.length > 0)
    expect(own.length).toBeGreaterThan(0)
    expect(own.some(({ judgement }) => judgement.verdict === 'vulnerable')).toBe(true)
    expect(tasks.some((task) => task.includes('Nothing that you write is said to the agent'))).toBe(true)
  })
})

describe('a run with a model that writes', () => {
  let count = 0
  /** Never the same text twice: repeated questions would be detected. */
  const writes = ({ tries }: ShownTask) => {
    count += 1
    return tries === undefined
      ? { observation: '', messages: [1, 2, 3].map((at) => `${at} of ${count}: ${ASK}`) }
      : { observation: '', change: '', message: `${count}: ${ASK}` }
  }

  test('restores its written attacks after a restart without new requests', async () => {
    const attacker = await startAuthor(writes)
    const methods = ['observed', 'pair'] as const
    const journal = memoryJournal()
    const stop = new AbortController()
    let ended = 0
    const first = await runWith({
      target: scriptedTarget(
        () => NO,
        () => 2,
      ),
      attacker,
      methods,
      journal,
      signal: stop.signal,
      onRecord: () => {
        ended += 1
        if (ended === 12) stop.abort(new Error('killed'))
      },
    })
    expect(first.outcome.end).toBe('cancelled')
    const notes = (await journal.read()).notes!
    const left = await journal.read()
    const second = scriptedTarget(() => NO)
    const rest = await runWith({ target: second, attacker, methods, journal })
    const known = shown(rest.outcome)
    for (const item of shown(first.outcome)) expect(known).toContainEqual(item)
    for (const { attempt } of left.ended.values())
      expect(attempt.attack.turns.some((turn) => second.asked.includes(turn))).toBe(false)
    const calls = attacker.requests.length
    const whole = await runWith({ target: scriptedTarget(() => NO), attacker, methods, journal })
    expect(attacker.requests).toHaveLength(calls)
    expect(shown(whole.outcome)).toEqual(known)
    expect(notes.size).toBeGreaterThan(0)
  })

  test('continues without the model when its budget is spent', async () => {
    const attacker = await startAuthor(writes)
    const methods = ['observed', 'pair'] as const
    const { outcome, models } = await runWith({ target: scriptedTarget(() => NO), attacker, methods, maxTokens: 500 })
    expect(attacker.requests).toHaveLength(0)
    expect(outcome.end).toBe('final')
    expect(models).toMatchObject({ tokens: 0, attacker: { attacks: 0 } })
  })

  test('stays within the request limit, including attacks of the model', async () => {
    const attacker = await startAuthor(writes)
    const target = scriptedTarget(() => NO)
    const setup = { maxRequests: 9 }
    const { outcome } = await runWith({ target, attacker, methods: ['observed'], setup })
    expect(outcome.end).toBe('budget')
    expect(target.asked).toHaveLength(9)
  })

  test('completes for any output of the model', async () => {
    const target = scriptedTarget(() => NO)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.record({
            observation: fc.string(),
            thought: fc.string(),
            change: fc.string(),
            technique: fc.constantFrom('small_steps', 'other'),
            message: fc.oneof(fc.string(), fc.constant(`{left} {right} {sink} {content} {canary} {x}`)),
            messages: fc.array(fc.oneof(fc.string(), fc.constant(`"{left}" \u202e "{right}" {canary}`))),
          }),
        ),
        async (answer) => {
          const attacker = await startAuthor(() => answer)
          const methods = ['observed', 'pair', 'tap', 'goat'] as const
          const { outcome } = await runWith({
            target,
            attacker,
            methods,
            setup: { adaptiveRounds: 1, maxAttacksPerCategory: 24 },
          })
          expect(outcome.end).toBe('final')
          // The target never complies.
          expect(outcome.records.every(({ judgement }) => judgement.verdict === 'defended')).toBe(true)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('counts attacks of the model toward the category limit', async () => {
    const attacker = await startAuthor(writes)
    const methods = ['observed', 'pair', 'tap', 'goat'] as const
    const { outcome } = await runWith({ target: scriptedTarget(() => NO), attacker, methods })
    const attacks = outcome.records.filter(({ attempt }) => attempt.kind === 'attack')
    expect(attacks.length).toBeLessThanOrEqual(18)
    expect(new Set(attacks.map(({ attempt }) => attempt.key)).size).toBe(attacks.length)
  })
})
