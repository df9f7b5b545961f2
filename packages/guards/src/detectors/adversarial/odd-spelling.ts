/** Words with digits or symbols instead of letters: "1gnore", "rul3s", "pa$$word". Excludes hexadecimal ids and runs of digits. */
const ODD_WORD =
  /(?<![\p{L}\p{N}_@$.-])(?![0-9a-f]+(?![\p{L}\p{N}]))(?![\p{L}\p{N}@$]*\d{3})(?:[a-z]+[0134579@$]{1,2}[a-z][a-z0-9@$]*|[013457][a-z]{3,}[a-z0-9@$]*|[a-z]{2,}[0134579@$][a-z0-9@$]*[a-z])(?![\p{L}\p{N}_@])/giu
const WORD = /[\p{L}\p{N}@$]+/gu
const ODD_WORDS_MIN = 2
const ODD_SHARE_MIN = 0.15
const CHARS_MAX = 2_000

/** Returns whether several words have digits or symbols instead of letters, which attacks use to bypass filters. */
export function isOddlySpelled(text: string): boolean {
  const head = text.slice(0, CHARS_MAX)
  const odd = head.match(ODD_WORD)?.length ?? 0
  return odd >= ODD_WORDS_MIN && odd >= ODD_SHARE_MIN * (head.match(WORD)?.length ?? 0)
}
