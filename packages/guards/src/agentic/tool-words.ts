const WORDS_MAX = 32

/** Between a small letter or a digit and a capital, and between an abbreviation and the word behind it. */
const HUMP = /([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu
const SEPARATOR = /[^\p{L}\p{N}]+/u

/** The words of a tool's name in lower case: `crm/DeleteAccount` is crm, delete, account. */
export function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .replaceAll(HUMP, '$1$3 $2$4')
    .toLowerCase()
    .split(SEPARATOR, WORDS_MAX)
    .filter((word) => word !== '')
}

/** Whether a name ends in the words of an action: `crm.delete_account` and `DeleteAccounts` are `delete_account`. */
export function isAction(words: readonly string[], action: readonly string[]): boolean {
  if (action.length === 0 || action.length > words.length) return false
  const from = words.length - action.length
  return action.every((word, at) => {
    const given = words[from + at]!
    return given === word || (at === action.length - 1 && given === `${word}s`)
  })
}
