import { plainOf } from './data-flow/plain.ts'
import { lettersOf } from './name-forms.ts'
import { wordsOf } from './tool-words.ts'

/** docs/spec/guard.md "Agents: confirmation". */
const ACTIONS = ['delete_account', 'bulk_export', 'modify_permissions', 'purge_data'] as const

/** Arguments that name the action of a multi-action tool: `action`, `operationName`, `crm.method`. */
const ACTION_ARGUMENTS: ReadonlySet<string> = new Set(
  'action actions operation operations op command commands cmd method methods verb function procedure mutation'.split(
    ' ',
  ),
)
/** Maximum length of a displayed name. A longer one is identified by its action. */
const NAME_CHARS_MAX = 200
/** Own limit of checked words per call. A call with more words in an action argument requires confirmation. */
const WORDS_MAX = 5_000

/** Filler words within an action name. */
const FILLERS: ReadonlySet<string> = new Set('the my this that a an all our his her their your'.split(' '))
/** Suffixes that keep the meaning of an action: `delete_account_v2` deletes, but `delete_account_note` concerns a note. */
const TRAILING: ReadonlySet<string> = new Set(
  'now all force forced permanently immediately async sync by id ids v'.split(' '),
)
const NUMBER = /^v?\d{1,8}$/
const BLANK = /\s/

interface Compiled {
  /** Actions by their letters, and with an `s` appended. */
  readonly byLetters: ReadonlyMap<string, string>
  readonly charsMax: number
  readonly prefixes: readonly string[]
}

/** Compiled lists, cached per list: settings are immutable. */
const compiled = new WeakMap<readonly string[], Compiled>()

function compile(actions: readonly string[]): Compiled {
  let created = compiled.get(actions)
  if (created === undefined) {
    const names = [...ACTIONS, ...actions.filter((action) => !action.endsWith('*'))]
    const byLetters = new Map<string, string>()
    for (const name of names) {
      const letters = wordsOf(plainName(name)).join('')
      if (letters !== '') byLetters.set(letters, name).set(`${letters}s`, name)
    }
    created = {
      byLetters,
      charsMax: Math.max(...[...byLetters.keys()].map(({ length }) => length)),
      prefixes: actions
        .filter((action) => action.endsWith('*'))
        .map((action) => plainName(action.slice(0, -1)).toLowerCase()),
    }
    compiled.set(actions, created)
  }
  return created
}

/**
 * Returns the sensitive action of a call, by its tool name or an action argument, at any depth and in any spelling: capitals, separators,
 * lookalike letters; undefined if there is none.
 * @param actions the tenant's own; prefixes end with `*`; the same array for the same settings
 */
export function sensitiveAction(
  { tool, args }: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
  actions: readonly string[],
): string | undefined {
  const sought = compile(actions)
  let left = WORDS_MAX
  for (const name of [tool, ...actionTexts(args)]) {
    const plain = plainName(name).trim()
    const words = wordsOf(plain, left + 1)
    left -= words.length
    if (left < 0) return tool
    const found = actionIn(plain, words, sought)
    if (found !== undefined) return name.length <= NAME_CHARS_MAX ? name.trim() : found
  }
  return undefined
}

function actionIn(
  plain: string,
  words: readonly string[],
  { byLetters, charsMax, prefixes }: Compiled,
): string | undefined {
  const low = plain.toLowerCase()
  const prefix = prefixes.find((item) => low.startsWith(item))
  if (prefix !== undefined) return `${prefix}*`
  // In a sentence it may be at any position, but a name ends with its action.
  const isSentence = BLANK.test(plain)
  for (const some of [words, words.filter((word) => !FILLERS.has(word))]) {
    const endsAt = isSentence ? 0 : lengthWithoutTrailing(some)
    for (let from = 0; from < some.length; from++) {
      let letters = ''
      for (let at = from; at < some.length && letters.length < charsMax; at++) {
        letters += some[at]!
        const action = at + 1 >= endsAt ? byLetters.get(letters) : undefined
        if (action !== undefined) return action
      }
    }
  }
  return undefined
}

function lengthWithoutTrailing(words: readonly string[]): number {
  let length = words.length
  while (length > 0 && (TRAILING.has(words[length - 1]!) || NUMBER.test(words[length - 1]!))) length -= 1
  return length
}

/** Normalizes a name's letters. */
function plainName(name: string): string {
  return lettersOf(plainOf(name))
}

/** Returns the texts of action arguments, including those in lists and objects, and the member names of objects. */
function actionTexts(args: Readonly<Record<string, unknown>>): readonly string[] {
  const texts: string[] = []
  const open: { readonly value: unknown; readonly isAction: boolean }[] = [{ value: args, isAction: false }]
  // Cached, because the rows of a table repeat the same names.
  const known = new Map<string, boolean>()
  const namesAction = (name: string): boolean => {
    let is = known.get(name)
    if (is === undefined) {
      is = wordsOf(plainName(name)).some((word) => ACTION_ARGUMENTS.has(word))
      known.set(name, is)
    }
    return is
  }
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { value, isAction } = entry
    if (typeof value === 'string') {
      if (isAction) texts.push(value)
    } else if (Array.isArray(value)) {
      for (const item of value) open.push({ value: item, isAction })
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        if (isAction) texts.push(name)
        open.push({ value: item, isAction: isAction || namesAction(name) })
      }
    }
  }
  return texts
}
