import { z } from 'zod'
import { canonicalLanguage, detectLanguage, KNOWN_LANGUAGES } from '../detectors/languages/detect-language.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { type Place, originalRange, spanDetails } from '../text/strong-places.ts'
import type { TextViews } from '../text/views.ts'

const ALLOWED_MAX = 100

/** Maximum number of pieces in addition to the whole text, so that a long text does not hide a passage in another language. */
const PIECES_MAX = 24
/** Minimum length of a piece in letters, digits and spaces: results for shorter ones are unreliable. */
const PIECE_CHARS_MIN = 40

export default defineGuard({
  name: 'language_detection',
  title: 'Languages',
  description:
    'Flags texts in a language that is not allowed, among about 65 languages, also a passage in another language ' +
    'within a longer text. Code, links and numbers are ignored. Short texts are judged by script alone, so a few ' +
    'words in Latin letters pass. Romanised Hindi and Arabic are not recognized; Indonesian and Malay, and Danish ' +
    'and Norwegian, are not distinguished.',
  stages: ['input'],
  tier: 'medium',
  backend: 'embedded',
  owasp: [],
  readsSentences: true,
  ignoresSystemText: true,
  views: ['normal'],
  settings: z.object({
    allowed: z
      .array(
        z
          .string()
          .trim()
          .min(2)
          .max(12)
          .refine(
            (code) => KNOWN_LANGUAGES.has(canonicalLanguage(code)),
            'is not an ISO 639-1 code of a supported language',
          ),
      )
      .max(ALLOWED_MAX)
      .default([])
      .describe('Allowed languages, as ISO 639-1 codes (`en`, `pt-BR`); an empty list allows every language.'),
  }),
  prepare: ({ allowed }): ReadonlySet<string> => new Set(allowed.map(canonicalLanguage)),
  async check(text, allowed, { isRecord }) {
    if (allowed.size === 0) return clear
    const { languages, passages } = await languagesOf(text, allowed)
    const other = languages.filter((language) => language !== 'und' && !allowed.has(language))
    if (other.length === 0) return { ...clear, details: { languages } }
    return flag(`The text is written in ${other.join(', ')}, which is not allowed.`, {
      category: other[0]!,
      severity: 'low',
      details: {
        languages,
        allowed: [...allowed],
        ...(isRecord === true ? {} : spanDetails(passages.filter(({ label }) => other.includes(label)))),
      },
    })
  },
  examples: [
    { settings: { allowed: ['en'] }, text: 'Wie kann ich mein Passwort zurücksetzen?', flags: true, category: 'de' },
    { settings: { allowed: ['en', 'de'] }, text: 'Wie kann ich mein Passwort zurücksetzen?', flags: false },
    { settings: { allowed: ['en'] }, text: '你好吗', flags: true, category: 'zh' },
    { says: 'a script of several languages', settings: { allowed: ['en'] }, text: 'Где посылка?', flags: true },
    { says: 'one of which is allowed', settings: { allowed: ['uk'] }, text: 'Де посилка?', flags: false },
    { says: 'an unknown Latin word', settings: { allowed: ['en'] }, text: 'Ciao!', flags: false },
    {
      says: 'code is no language',
      settings: { allowed: ['de'] },
      text: 'Was macht dieser Code? ```const total = items.reduce((sum, item) => sum + item.price, 0)```',
      flags: false,
    },
    {
      says: 'a passage within a longer text',
      settings: { allowed: ['en'] },
      text: 'Please answer the question below as well as you can.\nQuel temps fait-il demain à Paris et faut-il un parapluie ?',
      flags: true,
      category: 'fr',
    },
    { settings: { allowed: ['pt-BR'] }, text: 'Onde fica a estação de trem mais próxima?', flags: false },
    { text: 'Wie kann ich mein Passwort zurücksetzen?', flags: false },
  ],
})

/** Returns the reliably detected languages of the whole text and of each piece, without duplicates, with the places of those pieces. */
async function languagesOf(
  text: TextViews,
  allowed: ReadonlySet<string>,
): Promise<{ readonly languages: readonly string[]; readonly passages: readonly Place[] }> {
  const view = text.views(['normal'])[0]
  const whole = view?.text ?? text.original
  const pieces = whole
    .split(/(?<=[.!?。！？])\s+|\n+/u, 4 * PIECES_MAX)
    .filter((piece) => piece.length >= PIECE_CHARS_MIN)
    .slice(0, PIECES_MAX)
  const found = new Set([(await detectLanguage(whole, allowed)).language])
  const passages: Place[] = []
  let from = 0
  for (const piece of pieces.length < 2 && pieces[0] === whole ? [] : pieces) {
    const start = whole.indexOf(piece, from)
    from = start + piece.length
    const { language, reliable } = await detectLanguage(piece)
    if (!reliable) continue
    found.add(language)
    if (view !== undefined) passages.push(originalRange(view, { start, end: from }, language))
  }
  return { languages: [...found], passages }
}
