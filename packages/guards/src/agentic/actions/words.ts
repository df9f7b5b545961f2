import { makeViews } from '../../text/views.ts'

/** Maximum number of words per name. Longer names are truncated. */
const WORDS_MAX = 64

/** Maximum number of additional spellings of a name, such as `de1ete` or `dеlete` with a foreign letter. */
const READINGS_MAX = 4

/**
 * Returns the words of an action name: `deleteAllUsers`, `delete-all-users` and `users.delete_all` have the same words. Includes words in
 * other spellings.
 */
export function actionWords(name: string): ReadonlySet<string> {
  const words = new Set<string>()
  const plain = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  for (const reading of readingsOf(plain)) {
    for (const word of split(reading).slice(0, WORDS_MAX)) {
      words.add(word)
      const single = singular(word)
      if (single !== undefined) words.add(single)
    }
  }
  return words
}

function readingsOf(name: string): readonly string[] {
  // Separators could be read as letters in other spellings, so that they are replaced first.
  const spaced = name.replaceAll(/[^\p{L}\p{N}@$!|]+/gu, ' ')
  return [
    name,
    ...makeViews(spaced)
      .views(['normal', 'plain'])
      .slice(0, READINGS_MAX)
      .map(({ text }) => text),
  ]
}

function split(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Returns the singular: `account` for `accounts`, `policy` for `policies`. Short words and words that end in ss stay. */
function singular(word: string): string | undefined {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return undefined
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}
