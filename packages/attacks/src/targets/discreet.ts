import { MASK } from '@gatehouse/kernel'
import type { Reply } from '../engine/exchange.ts'

/** What is shorter stands in any text by chance, and lets nobody in. Ours. */
const SECRET_UNITS_MIN = 8

/**
 * A reply without what the target or its token server gave out on the way, such as tokens and cookies: a target that tells what it was
 * sent must not bring them into records and reports. What the owner configured is masked there.
 * @param given  in any order
 * @param known  texts that judges look for, such as canaries: they stay
 */
export function withoutGiven(reply: Reply, given: Iterable<string>, known: readonly string[]): Reply {
  const written = writtenSecrets([...given].filter((one) => !known.some((text) => text.includes(one))))
  if (written.length === 0) return reply
  const mask = (text: string): string => written.reduce((masked, one) => masked.replaceAll(one, MASK), text)
  const { text, reasoning, toolCalls } = reply
  // Most replies hold none of them, and are left as they are.
  const whole = JSON.stringify([text, reasoning, toolCalls])
  if (!written.some((one) => text.includes(one) || whole.includes(one))) return reply
  return {
    ...reply,
    text: mask(text),
    ...(reasoning === undefined ? {} : { reasoning: mask(reasoning) }),
    toolCalls: toolCalls.map((call) => ({
      ...call,
      arguments: call.arguments === undefined ? undefined : maskedJson(call.arguments, mask),
      ...(call.result === undefined ? {} : { result: mask(call.result) }),
    })),
  }
}

/** What was given out, in every form in which a text may hold it, longest first; short words are none. */
export function writtenSecrets(given: Iterable<string>): readonly string[] {
  const secrets = [...new Set(given)]
    .filter((one) => one.length >= SECRET_UNITS_MIN)
    .toSorted((a, b) => b.length - a.length)
  return secrets.flatMap((one) => [one, encodeURIComponent(one.toWellFormed()), JSON.stringify(one).slice(1, -1)])
}

function maskedJson(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  // The mask needs no escape, so that JSON stays JSON.
  return JSON.parse(mask(JSON.stringify(value)))
}
