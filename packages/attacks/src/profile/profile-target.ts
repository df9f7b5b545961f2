import type { Reply } from '../engine/exchange.ts'
import { FALLBACK_LANGUAGE } from '../engine/seed-languages.ts'
import type { Target } from '../engine/target.ts'
import { detectLanguage } from './language.ts'

/** What a run learns about its target before the attacks. Plain JSON: journals and reports store it. */
export interface TargetProfile {
  /** BCP 47 primary subtag; English when the replies are too short or ambiguous. */
  readonly language: string
}

export const UNKNOWN_TARGET: TargetProfile = { language: FALLBACK_LANGUAGE }

/** Harmless messages in addition to that of the preflight, sent while the language is unclear. */
const GREETINGS = ['Hi', 'Where can I find help, and when are you available?'] as const
/** Maximum number of requests of the profile, without retries. */
export const PROFILE_MESSAGES_MAX = GREETINGS.length

/**
 * Detects the language of a target from its reply to the preflight and, when that is too short, from further harmless messages in one
 * session. Replies are data: nothing in them is followed, and a failed message ends the profile.
 * @param most maximum number of messages
 * @throws the reason of the signal when it fires
 */
export async function profileTarget(
  target: Target,
  first: Reply,
  signal: AbortSignal,
  most: number = PROFILE_MESSAGES_MAX,
): Promise<TargetProfile> {
  const replies = [first.text]
  let language = detectLanguage(replies)
  if (language !== undefined || most < 1) return { language: language ?? FALLBACK_LANGUAGE }
  const session = await target.open()
  try {
    for (const message of GREETINGS.slice(0, most)) {
      const reply = await session.say(message, [], signal)
      if (reply.problem !== undefined || reply.blockedByGuard) break
      replies.push(reply.text)
      language = detectLanguage(replies)
      if (language !== undefined) break
    }
  } finally {
    await session.close()
  }
  return { language: language ?? FALLBACK_LANGUAGE }
}
