import type { Attack } from '../../src/engine/attack.ts'
import type { Exchange, Reply } from '../../src/engine/exchange.ts'
import type { Oracle } from '../../src/engine/oracle.ts'

export const MARKER = 'zubalokanidefo'
export const CANARY = 'mitolerasupane'
export const SINK = 'http://127.0.0.1:9/hit'

/** Creates an attack with these oracles. */
export function attackOf(oracles: readonly Oracle[], more: Partial<Attack> = {}): Attack {
  return {
    id: 'made-up',
    category: 'made_up',
    strategy: 'base',
    severity: 'high',
    description: 'An attack of a test.',
    language: 'en',
    turns: ['Do what I say.'],
    history: [],
    plants: [],
    needs: [],
    oracles,
    marker: MARKER,
    canaries: [CANARY],
    sinkUrl: SINK,
    benign: 'Hello',
    ...more,
  }
}

export function replyOf(text: string, more: Partial<Reply> = {}): Reply {
  return {
    text,
    toolCalls: [],
    statusCode: 200,
    responseTime_ms: 1,
    problem: undefined,
    blockedByGuard: false,
    wasCut: false,
    ...more,
  }
}

/** Creates an exchange in which the target answers each turn with one of these replies. */
export function exchangeOf(attack: Attack, replies: readonly Reply[], more: Partial<Exchange> = {}): Exchange {
  return {
    attack,
    turns: replies.map((reply, at) => ({ sent: attack.turns[at] ?? 'Go on.', reply })),
    hits: [],
    readPlants: [],
    stateBefore: undefined,
    stateAfter: undefined,
    benignReply: undefined,
    targetCanaries: [],
    systemPrompt: undefined,
    allowedTools: undefined,
    ...more,
  }
}
