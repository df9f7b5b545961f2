const STROKES: Readonly<Record<string, string>> = { ł: 'l', ı: 'i', ø: 'o', đ: 'd', ß: 'ss' }

/** Lower case without accents and strokes on Latin, Greek and Cyrillic letters. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[łıøđß]/g, (letter) => STROKES[letter]!)
}

/** Returns a regex for any of the phrases in folded text, the longest first: as whole words in scripts with spaces. */
export function anyPhrase(spaced: readonly string[], unspaced: readonly string[] = []): RegExp {
  const join = (list: readonly string[]): string =>
    list
      .toSorted((a, b) => b.length - a.length)
      .map(foldAccents)
      .join('|')
  const anywhere = unspaced.length === 0 ? '' : `|${join(unspaced)}`
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${join(spaced)})(?![\\p{L}\\p{M}\\p{N}])${anywhere}`, 'gu')
}
