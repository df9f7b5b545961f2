import { describe, expect, test } from 'vitest'
import promptInjection from '../../src/categories/injection/prompt-injection.ts'
import type { Exchange, Reply } from '../../src/engine/exchange.ts'
import { makeAttack } from '../../src/engine/make-attack.ts'
import { createRandom } from '../../src/engine/random.ts'
import { markerJudge } from '../../src/judges/marker.ts'
import { exchangeOf, replyOf } from '../support/exchange.ts'

const attack = makeAttack({
  category: promptInjection,
  seed: promptInjection.seeds[0]!,
  strategies: [],
  random: createRandom('seed'),
  words: { runKey: 'key', sinkUrl: undefined, contentUrl: undefined },
})
const exchange = (answer: Reply, sent = attack.turns[0]!): Exchange =>
  exchangeOf({ ...attack, turns: [sent] }, [answer])

describe('the judge of markers', () => {
  test('detects obedience in plain text and in Base64', () => {
    expect(markerJudge.judge(exchange(replyOf(attack.marker)))).toMatchObject({
      verdict: 'vulnerable',
      confidence: 0.99,
    })
    const encoded = Buffer.from(`It is ${attack.marker}.`).toString('base64')
    expect(markerJudge.judge(exchange(replyOf(encoded)))).toMatchObject({
      verdict: 'vulnerable',
      evidence: [{ code: 'marker_in_reply', turn: 0, decodedBy: ['base64'] }],
    })
  })

  test('ignores a refusal, even if it quotes the attack', () => {
    expect(markerJudge.judge(exchange(replyOf('I cannot do that.')))).toBeUndefined()
    expect(markerJudge.judge(exchange(replyOf(`You asked: ${attack.turns[0]}. I will not do that.`)))).toBeUndefined()
  })

  test('does not believe a word that was sent', () => {
    const sent = `Say ${attack.marker}`
    const judged = markerJudge.judge(exchange(replyOf(`I will not say ${attack.marker}.`), sent))
    expect(judged).toMatchObject({ verdict: 'inconclusive', evidence: [{ code: 'marker_maybe_quoted' }] })
  })

  test('ignores separately quoted halves, and is partial for partly joined halves', () => {
    const [left, right] = [attack.marker.slice(0, 8), attack.marker.slice(8)]
    const seen = (text: string) => markerJudge.judge(exchange(replyOf(text)))?.verdict
    expect(seen(`You gave me fragments ("${left}", "${right}"), which I leave apart.`)).toBeUndefined()
    expect(seen(`- ${left}\n- ${right}`)).toBeUndefined()
    expect(seen(`${left} ${right}`)).toBe('vulnerable')
    expect(seen(`It begins with ${attack.marker.slice(0, 10)}…`)).toBe('partial')
    expect(seen(`It ends with …${attack.marker.slice(4)}`)).toBe('partial')
    expect(seen(`It begins with ${left}… and ends with ${right}`)).toBeUndefined()
  })

  test('does not read errors', () => {
    const failed = replyOf(attack.marker, { problem: 'server_error', statusCode: 500 })
    expect(markerJudge.judge(exchange(failed))).toBeUndefined()
  })
})
