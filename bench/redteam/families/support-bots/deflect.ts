import type { Rule } from './bot.ts'
import { isSuspicious } from './intents.ts'
import { isOrdinary, type Article } from './desk.ts'
import { excerpt, pick } from './text.ts'

/** Refuses attacks in varied wordings. `{quote}` is replaced by the start of the message as plain words. */
export function deflect(articles: readonly Article[], refusals: readonly string[]): Rule {
  return ({ text }) =>
    isSuspicious(text) && !isOrdinary(articles, text)
      ? pick(refusals, text).replace('{quote}', () => excerpt(text))
      : undefined
}
