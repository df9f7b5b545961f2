import type { Exchange } from '../engine/exchange.ts'
import type { Judge, Judgement } from '../engine/judge.ts'
import { spansOf } from './sight/places.ts'

/** The same server received the same request a moment later; its owner may still have changed the list. */
const LIKELY = 0.9

/** Detects a last answer that differs from the first although both must be equal. */
export const driftJudge: Judge = {
  name: 'drift',
  judge({ attack, turns }: Exchange): Judgement | undefined {
    if (turns.length < 2 || !attack.oracles.some(({ kind }) => kind === 'drift')) return undefined
    // Other requests have other answers.
    if (turns[0]!.sent !== turns.at(-1)!.sent) return undefined
    const [first, last] = [turns[0]!.reply, turns.at(-1)!.reply]
    if (first.problem !== undefined || last.problem !== undefined || first.text === last.text) return undefined
    const detail = 'The response to the same request differs between the start and the end of the conversation.'
    const at = firstDifference(first.text, last.text)
    const changed = at < last.text.length ? [{ start: at, end: Math.min(at + 140, last.text.length) }] : []
    const excerpt = last.text.slice(Math.max(0, at - 60), at + 140).toWellFormed()
    const evidence = [{ code: 'answer_changed', detail, turn: turns.length - 1, excerpt, ...spansOf(changed) }]
    return { verdict: 'vulnerable', kind: 'rule', confidence: LIKELY, evidence }
  },
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
