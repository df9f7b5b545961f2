import { DEFAULT_GENERIC, type GenericOptions, QUOTES } from '../generic/options.ts'
import { listAt, RuleProblem } from './problem.ts'

/** Own limit: with a larger span an ellipsis skips whole files. */
const SPAN_MAX = 10_000
/** Own limit: pairs and characters that a rule may add. */
const ADDED_MAX = 50

const KNOWN: ReadonlySet<string> = new Set([
  'generic_engine',
  'generic_ellipsis_max_span',
  'generic_comment_style',
  'generic_caseless',
  'generic_multiline',
  'generic_braces',
  'generic_extra_braces',
  'generic_extra_word_characters',
])

/** Options of the aliengrep engine. */
const ALIENGREP = /^generic_(?:caseless|multiline|braces|extra_)/

/**
 * Parses the options of a rule for texts without a grammar.
 * @throws {RuleProblem} that names an unknown option, or one that its engine does not support
 */
export function readGenericOptions(given: Readonly<Record<string, unknown>>): GenericOptions {
  const names = Object.keys(given).filter((name) => name.startsWith('generic_'))
  if (names.length === 0) return DEFAULT_GENERIC
  const unknown = names.find((name) => !KNOWN.has(name))
  if (unknown !== undefined) throw new RuleProblem(`Unknown option ${unknown}.`)
  const engine = oneOf(given, 'generic_engine', ['spacegrep', 'aliengrep'] as const) ?? 'spacegrep'
  const foreign = names.find((name) => engine === 'spacegrep' && ALIENGREP.test(name))
  if (foreign !== undefined) throw new RuleProblem(`The option ${foreign} requires generic_engine: aliengrep.`)
  const maxSpan = given['generic_ellipsis_max_span'] ?? DEFAULT_GENERIC.maxSpan
  if (typeof maxSpan !== 'number' || !Number.isInteger(maxSpan) || maxSpan < 0 || maxSpan > SPAN_MAX) {
    throw new RuleProblem(`generic_ellipsis_max_span must be a number of lines up to ${SPAN_MAX}.`)
  }
  const isMultiline = truth(given, 'generic_multiline') ?? true
  const own = given['generic_braces']
  const braces = own === undefined ? [...DEFAULT_GENERIC.braces, ...(isMultiline ? [] : QUOTES)] : pairs(own)
  const words = listAt(given['generic_extra_word_characters'] ?? [], 'generic_extra_word_characters')
  if (
    words.length > ADDED_MAX ||
    words.some((word) => typeof word !== 'string' || word.length !== 1 || /\s/.test(word))
  ) {
    throw new RuleProblem('generic_extra_word_characters must be a list of single characters.')
  }
  return {
    engine,
    maxSpan,
    comments: oneOf(given, 'generic_comment_style', ['c', 'cpp', 'shell'] as const) ?? 'none',
    isCaseless: truth(given, 'generic_caseless') ?? false,
    isMultiline,
    braces: [...braces, ...pairs(given['generic_extra_braces'] ?? [])],
    wordCharacters: words.join(''),
  }
}

function oneOf<Word extends string>(
  given: Readonly<Record<string, unknown>>,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = given[name]
  if (value === undefined) return undefined
  const word = words.find((item) => item === value)
  if (word === undefined) throw new RuleProblem(`${name} must be one of ${words.join(', ')}.`)
  return word
}

function truth(given: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const value = given[name]
  if (value === undefined || typeof value === 'boolean') return value
  throw new RuleProblem(`${name} must be true or false.`)
}

function pairs(value: unknown): readonly (readonly [string, string])[] {
  const list = listAt(value, 'A list of braces')
  if (list.length > ADDED_MAX) throw new RuleProblem(`At most ${ADDED_MAX} pairs of braces are allowed.`)
  return list.map((pair) => {
    const [opens, closes, ...more] = listAt(pair, 'A pair of braces')
    if (typeof opens === 'string' && typeof closes === 'string' && opens.length === 1 && closes.length === 1) {
      if (more.length === 0) return [opens, closes] as const
    }
    throw new RuleProblem('A pair of braces must be a list of two characters.')
  })
}
