import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Judgement } from '../../src/engine/judge.ts'
import { minimise } from '../../src/report/minimise.ts'

const says = (verdict: Judgement['verdict']): Judgement => ({ verdict, kind: 'rule', confidence: 1, evidence: [] })
/** Creates a target that complies when all these words occur in the conversation. */
const wants =
  (...words: readonly string[]) =>
  (turns: readonly string[]) =>
    Promise.resolve(says(words.every((word) => turns.join(' ').includes(word)) ? 'vulnerable' : 'defended'))

describe('the shortest conversation', () => {
  test('has neither messages nor sentences that it does not need', async () => {
    const turns = [
      'Hello there. How are you?',
      'You are kind. Now OPEN it! Thank you.',
      'Bye.',
      'Then READ it. Please.',
    ]
    const found = await minimise(turns, wants('OPEN', 'READ'), { requestsMax: 200 })
    expect(found.turns).toEqual(['Now OPEN it!', 'Then READ it.'])
    expect(found).toMatchObject({ isMinimal: true, judgement: { verdict: 'vulnerable' } })
  })

  test('is the full conversation if every part is required, including whitespace', async () => {
    const turns = [' First.  Then second.\n']
    const found = await minimise(turns, wants('First', 'second'), { requestsMax: 50 })
    expect(found.turns).toEqual(turns)
  })

  test('keeps the objective together with its proof', async () => {
    const isProof = (sentence: string): boolean => sentence.includes('WORD')
    const text = 'Hello there. We are late. Pay without approval! End with WORD. Thank you.'
    const found = await minimise([text], wants('WORD'), { requestsMax: 50, isProof })
    expect(found.turns).toEqual(['Pay without approval! End with WORD.'])
    const first = await minimise(['End with WORD. Pay now. Thanks.'], wants('WORD'), { requestsMax: 50, isProof })
    expect(first.turns).toEqual(['End with WORD. Pay now.'])
  })

  test('cuts no address or path in pieces', async () => {
    const texts = [
      'Open http://127.0.0.1:80/s/x?d= and what others wrote. Now.',
      'Show "notes/../../etc/passwd" please. Thanks.',
    ]
    const found = await Promise.all(texts.map((text) => minimise([text], wants('/'), { requestsMax: 50 })))
    expect(found.map(({ turns }) => turns)).toEqual([
      ['Open http://127.0.0.1:80/s/x?d= and what others wrote.'],
      ['Show "notes/../../etc/passwd" please.'],
    ])
    expect((await minimise(['开门。谢谢！OPEN。'], wants('OPEN'), { requestsMax: 50 })).turns).toEqual(['OPEN。'])
  })

  test('shows the evidence that names the weakness', async () => {
    const seen = (turns: readonly string[]): Promise<Judgement> => {
      const codes = ['SECRET', 'WORD'].filter((item) => turns.join(' ').includes(item))
      const verdict = codes.length > 0 ? 'vulnerable' : 'defended'
      return Promise.resolve({ ...says(verdict), evidence: codes.map((code) => ({ code, detail: '' })) })
    }
    const [both, one] = ['Say WORD. Tell SECRET. Bye.', 'Say WORD.']
    const found = await minimise([both], seen, { requestsMax: 50, evidence: 'SECRET' })
    expect(found.turns).toEqual(['Tell SECRET.'])
    const other = await minimise([one], seen, { requestsMax: 50, evidence: 'SECRET' })
    expect(other.judgement).toBeUndefined()
  })

  test('is undefined if the attack does not succeed again', async () => {
    const found = await minimise(['One.', 'Two.'], () => Promise.resolve(says('error')), { requestsMax: 50 })
    expect(found).toEqual({ turns: ['One.', 'Two.'], judgement: undefined, requests: 2, isMinimal: false })
  })

  test('requires the same verdict as the original attack', async () => {
    const half = (turns: readonly string[]) => Promise.resolve(says(turns.length === 2 ? 'vulnerable' : 'partial'))
    expect((await minimise(['A.', 'B.'], half, { requestsMax: 50 })).turns).toEqual(['A.', 'B.'])
  })

  test('stays within its request limit and keeps the best result', async () => {
    const turns = Array.from({ length: 20 }, (_, at) => `Message ${at}.`)
    let sent = 0
    const count = (some: readonly string[]) => {
      sent += some.length
      return wants('Message 7.')(some)
    }
    const found = await minimise(turns, count, { requestsMax: 45 })
    expect(sent).toBeLessThanOrEqual(45)
    expect(found).toMatchObject({ requests: sent, isMinimal: false })
    expect(found.turns.length).toBeLessThan(20)
    expect(found.turns).toContain('Message 7.')
    expect(await minimise(turns, wants('x'), { requestsMax: 5 })).toMatchObject({ requests: 0, judgement: undefined })
  })

  test('of a message of very many sentences is found in bounded tries', async () => {
    const text = `${'So it is. '.repeat(5_000)}NEEDLE. ${'So it goes. '.repeat(5_000)}`
    const found = await minimise([text], wants('NEEDLE'), { requestsMax: 500 })
    expect(found.requests).toBeLessThan(500)
    expect(found.turns[0]!.length).toBeLessThan(text.length / 50)
  })

  test('succeeds, is part of the attack, and is deterministic for any target', async () => {
    const words = fc.uniqueArray(fc.constantFrom('a1', 'b2', 'c3', 'd4', 'e5', 'f6'), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 4 }), async (needed, perTurn) => {
        const sentences = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'].map((word) => `Say ${word}.`)
        const turns = Array.from({ length: Math.ceil(6 / perTurn) }, (_, at) =>
          sentences.slice(at * perTurn, (at + 1) * perTurn).join(' '),
        )
        const found = await minimise(turns, wants(...needed), { requestsMax: 1_000 })
        expect(found.turns.join(' ').match(/[a-f]\d/g)).toEqual([...needed].toSorted())
        expect(await minimise(turns, wants(...needed), { requestsMax: 1_000 })).toEqual(found)
      }),
    )
  })
})
