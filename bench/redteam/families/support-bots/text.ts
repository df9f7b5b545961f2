/** Lower case without diacritics, invisible characters or runs of white space other than line breaks. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()
}

export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

export function words(text: string): string[] {
  return normalize(text).match(/[a-z0-9]+/g) ?? []
}

function hash(text: string): number {
  let value = 7
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return value
}

/** Stable choice among wordings: the same message gets the same reply. */
export function pick(choices: readonly string[], message: string): string {
  return choices[hash(message) % choices.length] ?? ''
}

/** Start of a message as plain words, without links and markup. */
export function excerpt(text: string, length = 60): string {
  const plain = text
    .replaceAll(/https?:\S+/g, '')
    .replaceAll(/[<>[\]()`*_#|{}]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length > length ? `${plain.slice(0, length).trimEnd()}…` : plain
}
