const WORDS_MAX = 32

/** Word boundary in camel case, and between an abbreviation and the next word. */
const HUMP = /([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu
const SEPARATOR = /[^\p{L}\p{N}]+/u

/** Returns the words of a tool name in lower case, by default the first 32: `crm/DeleteAccount` is crm, delete, account. */
export function wordsOf(name: string, max = WORDS_MAX): readonly string[] {
  return name
    .normalize('NFKC')
    .replaceAll(HUMP, '$1$3 $2$4')
    .toLowerCase()
    .split(SEPARATOR, max)
    .filter((word) => word !== '')
}
