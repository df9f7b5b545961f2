import { MASK } from '@gatehouse/kernel'
import type { Reply } from '../engine/exchange.ts'

/** Minimum length of a secret: shorter values occur in any text by chance and are no credentials. Own limit. */
const SECRET_UNITS_MIN = 8

/**
 * Redacts values that the target or its token server issued, such as tokens and cookies: a target that echoes its requests must not leak
 * them into records and reports. Configured secrets are masked there.
 * @param given in any order
 * @param known values that judges look for, such as canaries: they are kept
 */
export function withoutIssuedSecrets(reply: Reply, given: Iterable<string>, known: readonly string[]): Reply {
  const written = writtenSecrets([...given].filter((item) => !known.some((text) => text.includes(item))))
  if (written.length === 0) return reply
  const mask = (text: string): string => written.reduce((masked, one) => masked.replaceAll(one, MASK), text)
  const { text, reasoning, toolCalls } = reply
  // Most replies contain none and are returned unchanged.
  const whole = JSON.stringify([text, reasoning, toolCalls])
  if (!written.some((item) => text.includes(item) || whole.includes(item))) return reply
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

/** Returns the issued values in every encoding, longest first; short values are ignored. */
export function writtenSecrets(given: Iterable<string>): readonly string[] {
  const secrets = [...new Set(given)]
    .filter((item) => item.length >= SECRET_UNITS_MIN)
    .toSorted((a, b) => b.length - a.length)
  return secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ])
}

function maskedJson(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  // The mask needs no escaping, so that the JSON stays valid.
  return JSON.parse(mask(JSON.stringify(value)))
}
