import { z } from 'zod'
import { compileWordList, WORD_CHARS_MAX, WORD_LIST_VIEWS } from '../detectors/words/word-list.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'

const COMPETITORS_MAX = 500
const ALIASES_MAX = 50

const name = z.string().trim().min(1).max(WORD_CHARS_MAX)

export default defineGuard({
  name: 'competitor_mention',
  title: 'Competitor mentions in responses',
  description:
    'Flags responses that name a listed competitor or one of its aliases, matched as whole words in any case, also ' +
    'with a possessive or plural ending. Look-alike letters and other spellings do not hide a name. Only listed ' +
    'names are known, and a name that is also a common word is always flagged.',
  stages: ['output'],
  tier: 'fast',
  backend: 'builtin',
  owasp: [],
  views: WORD_LIST_VIEWS,
  settings: z.object({
    competitors: z
      .array(z.union([name, z.strictObject({ name, aliases: z.array(name).max(ALIASES_MAX).default([]) })]))
      .max(COMPETITORS_MAX)
      .default([])
      .describe('Competitor names, or names with aliases of the same company.'),
  }),
  prepare({ competitors }) {
    const known = competitors.map((competitor) =>
      typeof competitor === 'string' ? { name: competitor, aliases: [] } : competitor,
    )
    const owners: string[] = []
    const words: string[] = []
    for (const competitor of known) {
      for (const alias of [competitor.name, ...competitor.aliases]) {
        for (const form of formsOf(alias)) {
          owners.push(competitor.name)
          words.push(form)
        }
      }
    }
    return { owners, list: compileWordList(words) }
  },
  stream: { reads: 'window', reach: ({ list }) => list.reach },
  check(text, { owners, list }) {
    const hits = list.find(text)
    if (hits.length === 0) return clear
    const named = [...new Set(hits.map(({ word }) => owners[word]!))]
    return flag(`The response names the competitor ${named.join(', ')}.`, {
      category: 'competitor',
      severity: 'low',
      spans: hits.map(({ start, end, view }) => ({ start, end, view, label: 'COMPETITOR' })),
      details: { competitors: named, mentions: hits.length },
    })
  },
  examples: [
    {
      settings: { competitors: ['Globex'] },
      text: 'You could also try GLOBEX for that.',
      flags: true,
      redacted: 'You could also try [COMPETITOR] for that.',
    },
    {
      says: 'a possessive',
      settings: { competitors: ['Globex'] },
      text: 'Globex’s plan is cheaper.',
      flags: true,
    },
    {
      says: 'an alias',
      settings: { competitors: [{ name: 'Globex Corporation', aliases: ['GBX'] }] },
      text: 'Buy shares of GBX now.',
      flags: true,
      redacted: 'Buy shares of [COMPETITOR] now.',
    },
    { says: 'look-alike letters', settings: { competitors: ['Globex'] }, text: 'Take Glоbex instead.', flags: true },
    {
      says: 'inside another word',
      settings: { competitors: ['Shell'] },
      text: 'A seashell on the beach.',
      flags: false,
    },
    { settings: { competitors: ['Globex'] }, text: 'We offer three plans.', flags: false },
  ],
})

/** Returns the name, and its forms with an English, German or Dutch suffix. */
function formsOf(alias: string): string[] {
  return /[a-z]$/i.test(alias) ? [alias, `${alias}s`, `${alias}es`, `${alias}'s`, `${alias}’s`] : [alias]
}
