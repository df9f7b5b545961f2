import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import { LENGTH_CHARS_MAX } from '../engine/defaults.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { countTokens, tokensAreSurelyWithin } from '../detectors/tokens/count.ts'

const Settings = z.object({
  max_chars: z.int().min(1).default(LENGTH_CHARS_MAX).describe('Maximum number of characters (Unicode code points).'),
  min_chars: z.int().min(0).default(0).describe('Minimum number of characters.'),
  max_tokens: z.int().min(1).optional().describe('Maximum number of tokens, counted with the o200k vocabulary.'),
})

export default defineGuard({
  name: 'length_limit',
  title: 'Length limit',
  description:
    'Flags texts that are too long or too short, in characters or model tokens. Characters are Unicode code points. ' +
    'Tokens are counted with the public o200k vocabulary, which approximates the billed tokens; counts of other ' +
    'vendors differ.',
  stages: ['input'],
  perRequest: true,
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM10:2025'],
  views: ['original'],
  settings: Settings,
  prepare(settings) {
    if (settings.min_chars > settings.max_chars) {
      throw new Failure(
        'invalid_request',
        `min_chars (${settings.min_chars}) is greater than max_chars (${settings.max_chars}).`,
      )
    }
    return settings
  },

  check({ original }, { max_chars, min_chars, max_tokens }) {
    // A code point takes one or two code units, so most texts need no counting.
    const chars =
      original.length <= max_chars && original.length >= min_chars * 2 ? original.length : countCodePoints(original)
    if (chars > max_chars) {
      return flag(`The text has ${chars} characters; at most ${max_chars} are allowed.`, {
        category: 'too_long',
        details: { chars, max_chars },
      })
    }
    if (chars < min_chars) {
      return flag(`The text has ${chars} characters; at least ${min_chars} are required.`, {
        category: 'too_short',
        details: { chars, min_chars },
      })
    }
    if (max_tokens === undefined || tokensAreSurelyWithin(original, max_tokens)) return clear
    return countTokens(original, max_tokens).then((tokens) =>
      tokens <= max_tokens
        ? { ...clear, details: { tokens, max_tokens } }
        : flag(`The text has more than ${max_tokens} tokens.`, {
            category: 'too_many_tokens',
            details: { max_tokens },
          }),
    )
  },

  examples: [
    { settings: { max_chars: 5 }, text: 'hello', flags: false },
    { settings: { max_chars: 5 }, text: 'hello!', flags: true, category: 'too_long' },
    { says: 'an emoji is one character', settings: { max_chars: 1 }, text: '😀', flags: false },
    { settings: { min_chars: 3 }, text: 'hi', flags: true, category: 'too_short' },
    { says: 'emoji count once for the minimum too', settings: { min_chars: 2 }, text: '😀', flags: true },
    { settings: { max_tokens: 3 }, text: 'one two three', flags: false },
    { settings: { max_tokens: 3 }, text: 'one two three four five', flags: true, category: 'too_many_tokens' },
  ],
})

function countCodePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i += 1) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count -= 1
      i += 1
    }
  }
  return count
}
