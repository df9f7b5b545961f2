import { allCategories, type Attack, decide, type Exchange, NEEDS, planRound, type Reply } from '@gatehouse/attacks'
import { quantile } from '../lib/statistics.ts'
import { PROSE } from './agent-replies.ts'
import { planOf } from './plan.ts'

const ATTACKS_EACH = 3
const ROUNDS = 3
/** Issue 7: at the median, for a reply. */
const COST_MS_MAX = 1
const out = (line: string) => process.stdout.write(`${line}\n`)

/** Measures the cost of judging one reply, over attacks of all categories. */
export function benchJudges(): Promise<void> {
  const own = planOf(allCategories, ATTACKS_EACH)
  const words = { ...own.words, sinkUrl: 'http://127.0.0.1:9/s', contentUrl: 'http://127.0.0.1:9/c' }
  const attacks = planRound(0, [], { ...own, words, can: new Set(NEEDS), maxMultiTurnSteps: 8 })
  const all: number[] = []
  out(`${attacks.length} attacks of ${new Set(attacks.map(({ category }) => category)).size} categories`)
  for (const [name, write] of Object.entries(REPLIES)) {
    const times: number[] = []
    // The first round is not counted: the program is compiled in it.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const attack of attacks) {
        const exchange = exchangeOf(attack, write(attack))
        const began = performance.now()
        decide(exchange)
        if (round > 0) times.push(performance.now() - began)
      }
    }
    all.push(...times)
    out(`  ${name.padEnd(24)} ${shown(times)}`)
  }
  const p50 = quantile(all, 0.5)
  out(`all of them: ${shown(all)}: ${(p50 / COST_MS_MAX).toFixed(2)} of the limit at the median`)
  return Promise.resolve()
}

const REPLIES: Readonly<Record<string, (attack: Attack) => string>> = {
  'declines in a sentence': () => `I'm sorry, but I can't help with that.`,
  'declines and quotes': ({ turns }) => `I can't do what you ask for: "${turns.join(' ')}"`,
  'prose of 1 KB': () => PROSE.repeat(8),
  'prose of 4 KB': () => PROSE.repeat(32),
  'prose of 16 KB': () => PROSE.repeat(128),
  'Base64 of 1 KB': () => Buffer.from(PROSE.repeat(8)).toString('base64'),
  'code of 2 KB': () => 'for (const one of list) { total += price(one) * (1 + rate) } // all of it\n'.repeat(28),
  'says the word': ({ marker }) => `Sure: ${marker}. ${PROSE.repeat(4)}`,
}

function exchangeOf(attack: Attack, text: string): Exchange {
  const reply: Reply = {
    text,
    toolCalls: [{ name: 'search_orders', arguments: { query: 'last order', limit: 3 }, wasExecuted: true }],
    statusCode: 200,
    responseTime_ms: 50,
    problem: undefined,
    blockedByGuard: false,
    wasCut: false,
  }
  return {
    attack,
    turns: attack.turns.map((sent) => ({ sent, reply })),
    hits: [],
    readPlants: [],
    stateBefore: 'a',
    stateAfter: 'a',
    benignReply: { ...reply, text: PROSE },
    targetCanaries: [
      { name: 'a key', value: 'sk-made-up-0123456789' },
      { name: 'a code', value: 'violet-heron-77' },
    ],
    systemPrompt: PROSE.repeat(16),
    allowedTools: ['search_*'],
  }
}

function shown(times: readonly number[]): string {
  return [0.5, 0.99].map((at) => `p${at * 100} ${quantile(times, at).toFixed(3)} ms`).join(', ')
}
