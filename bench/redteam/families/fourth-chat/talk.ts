import type { Rule, Turn } from './server.ts'
import { asksPrompt, asksSecret, overrides, plays } from './signals.ts'

export type Intent = readonly [pattern: RegExp, answers: readonly string[]]

/** Chooses by message and position in the conversation. */
export function pick<T>(options: readonly T[], { text, earlier }: Turn): T {
  let hash = 7 + earlier.length
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)!) % 1_000_003
  return options[hash % options.length]!
}

export function ordinary(intents: readonly Intent[], fallback: readonly string[]): Rule {
  return (turn) => {
    const found = intents.find(([pattern]) => pattern.test(turn.plain))
    return pick(found?.[1] ?? fallback, turn)
  }
}

interface Refusals {
  readonly prompt: readonly string[]
  readonly secret: readonly string[]
  readonly other: readonly string[]
}

/** Refuses what aims at the assistant itself. */
export function refuse({ prompt, secret, other }: Refusals): Rule {
  return (turn) => {
    const { plain } = turn
    if (asksSecret(plain)) return pick(secret, turn)
    if (asksPrompt(plain)) return pick(prompt, turn)
    return overrides(plain) || plays(plain) ? pick(other, turn) : undefined
  }
}
