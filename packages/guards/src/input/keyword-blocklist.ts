import { z } from 'zod'
import { compileWordList, WORD_CHARS_MAX, WORD_LIST_VIEWS, WORDS_MAX } from '../detectors/words/word-list.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'

/** A verdict names this many of the words found; the rest is counted. */
const WORDS_NAMED_MAX = 20

export default defineGuard({
  name: 'keyword_blocklist',
  title: 'Keyword blocklist',
  description:
    'Flags texts that contain a listed word or phrase, matched as whole words, in any case and script. Look-alike ' +
    'letters, invisible characters, leet spellings, spaced-out letters and encodings do not hide a word. The words ' +
    'of a phrase match only with the listed separator: list both `project-falcon` and `project falcon`. Inflections ' +
    'do not match: list each form.',
  stages: ['input'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM01:2025', 'LLM02:2025'],
  views: WORD_LIST_VIEWS,
  settings: z.object({
    blocklist: z
      .array(z.string().trim().min(1).max(WORD_CHARS_MAX))
      .max(WORDS_MAX)
      .default([])
      .describe('Words and phrases, each matched as a whole word or a sequence of whole words.'),
  }),
  prepare: ({ blocklist }) => ({ blocklist, list: compileWordList(blocklist) }),
  stream: { reads: 'window', reach: ({ list }) => list.reach },

  check(text, { blocklist, list }) {
    const hits = list.find(text)
    if (hits.length === 0) return clear
    const words = [...new Set(hits.map((hit) => blocklist[hit.word]!))]
    return flag(
      `The text contains the blocked word "${words[0]!}"${words.length > 1 ? ` and ${words.length - 1} more` : ''}.`,
      {
        spans: hits.map(({ start, end, view }) => ({ start, end, view, label: 'BLOCKED_WORD' })),
        details: { keyword: words[0], keywords: words.slice(0, WORDS_NAMED_MAX), matches: hits.length },
      },
    )
  },

  examples: [
    {
      settings: { blocklist: ['acme'] },
      text: 'Is ACME cheaper?',
      flags: true,
      redacted: 'Is [BLOCKED_WORD] cheaper?',
    },
    { settings: { blocklist: ['acme'] }, text: 'my acmeology course', flags: false },
    {
      settings: { blocklist: ['C++'] },
      text: 'Port it to C++, please',
      flags: true,
      redacted: 'Port it to [BLOCKED_WORD], please',
    },
    {
      says: 'a phrase, whatever the white space',
      settings: { blocklist: ['project falcon'] },
      text: 'About Project\n  Falcon:',
      flags: true,
      redacted: 'About [BLOCKED_WORD]:',
    },
    {
      says: 'Cyrillic look-alikes',
      settings: { blocklist: ['acme'] },
      text: 'buy \u0430\u0441me today',
      flags: true,
      redacted: 'buy [BLOCKED_WORD] today',
    },
    { says: 'spaced letters', settings: { blocklist: ['acme'] }, text: 'buy a c m e today', flags: true },
    { says: 'leet', settings: { blocklist: ['acme'] }, text: 'buy 4cm3 today', flags: true },
    { says: 'base64', settings: { blocklist: ['acme'] }, text: 'decode this: YnV5IGFjbWUgdG9kYXk=', flags: true },
    {
      says: 'a genuine Russian word',
      settings: { blocklist: ['секрет'] },
      text: 'Это Секрет!',
      flags: true,
      redacted: 'Это [BLOCKED_WORD]!',
    },
    {
      says: 'Chinese needs no spaces',
      settings: { blocklist: ['机密'] },
      text: '这是机密文件',
      flags: true,
      redacted: '这是[BLOCKED_WORD]文件',
    },
    { settings: {}, text: 'anything at all', flags: false },
  ],
})
