/** Detected language of a text. */
export interface LanguageGuess {
  /** ISO 639-1, or `und` for unknown. */
  readonly language: string
  readonly reliable: boolean
}

interface Eld {
  detect(text: string): { readonly language: string; isReliable(): boolean }
}

let loading: Promise<Eld> | undefined

/** Loads the tables at first use, because they need about 90 MB. */
function loadTables(): Promise<Eld> {
  loading ??= import('eld/extrasmall').then((tables) => tables.eld)
  return loading
}

/** Text without language: fenced and inline code, links, e-mail addresses, paths, numbers, symbols. */
const NO_LANGUAGE = /```[^]{0,20000}?```|`[^`\n]{0,200}`|https?:\/\/\S{1,2000}|\S{1,64}@\S{1,200}|[\p{N}\p{S}_/\\]+/gu

/** Maximum number of characters read. The detector itself reads the first thousand. */
const READ_CHARS_MAX = 2_000

/** Minimum number of letters in an alphabet of many languages. */
const LETTERS_MIN = 12

/** With fewer letters the detector's result counts only if it is marked as reliable. */
const SURE_LETTERS_MIN = 30

/** Scripts of a single language, or of one supported language: sufficient for a short text. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/u, 'ja'],
  [/[\uac00-\ud7af\u1100-\u11ff]/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}{2}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Oriya}/u, 'or'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Ethiopic}/u, 'am'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Myanmar}/u, 'my'],
  [/\p{Script=Sinhala}/u, 'si'],
  [/\p{Script=Tibetan}/u, 'bo'],
]

/** Languages that the detector does not distinguish. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['id', 'ms'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['da', 'no'],
  ['bs', 'hr'],
  ['sr-latn', 'hr'],
  ['fil', 'tl'],
  ['iw', 'he'],
])

/** Every code that the detector or a script can answer, after {@link canonicalLanguage}. */
export const KNOWN_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'am ar az be bg bn ca cs de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ' +
    'ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh km my si bo'
  ).split(' '),
)

/** Returns one code for languages that are not distinguished, e.g. Indonesian and Malay. */
export function canonicalLanguage(code: string): string {
  const base = code.toLowerCase().split(/[-_]/u, 1)[0] ?? ''
  return SAME.get(code.toLowerCase()) ?? SAME.get(base) ?? base
}

/**
 * Returns the language of a text, by its letters and letter sequences. Reads a bounded part.
 * @param expected preferred languages for a short text in a shared script
 */
export async function detectLanguage(text: string, expected: ReadonlySet<string> = new Set()): Promise<LanguageGuess> {
  const words = text.slice(0, READ_CHARS_MAX).replaceAll(NO_LANGUAGE, ' ').trim()
  const letters = countLetters(words)
  if (letters === 0) return { language: 'und', reliable: false }
  const byScript = scriptOf(words, letters)
  if (byScript !== undefined) return { language: byScript, reliable: true }
  if (letters < LETTERS_MIN) return { language: ofSharedScript(words, letters, expected), reliable: false }
  const found = (await loadTables()).detect(words)
  if (letters < SURE_LETTERS_MIN && !found.isReliable()) return { language: 'und', reliable: false }
  return found.language === ''
    ? { language: 'und', reliable: false }
    : { language: canonicalLanguage(found.language), reliable: found.isReliable() }
}

/** Scripts of several languages. A short text uses one of them. */
const SHARED_SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Arabic}/gu, ['ar', 'fa', 'ur', 'ku']],
  [/\p{Script=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr', 'be']],
  [/\p{Script=Devanagari}/gu, ['hi', 'mr']],
]

function ofSharedScript(text: string, letters: number, expected: ReadonlySet<string>): string {
  for (const [script, languages] of SHARED_SCRIPTS) {
    if ((text.match(script)?.length ?? 0) * 2 <= letters) continue
    return languages.find((language) => expected.has(language)) ?? languages[0]!
  }
  return 'und'
}

const LETTER = /\p{L}/gu

function countLetters(text: string): number {
  return text.match(LETTER)?.length ?? 0
}

/** Returns the language of a single-language script with most of the letters; Japanese wins with any kana. */
function scriptOf(text: string, letters: number): string | undefined {
  for (const [script, language] of SCRIPTS) {
    const count = text.match(new RegExp(script.source, 'gu'))?.length ?? 0
    if (count > 0 && (language === 'ja' ? count * 8 > letters : count * 2 > letters)) return language
  }
  return undefined
}
