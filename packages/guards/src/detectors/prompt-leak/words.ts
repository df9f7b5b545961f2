/** Words and phrases from a list written with bars; lines may break anywhere between them. */
export function words(list: string): string[] {
  return list
    .split('|')
    .map((word) => word.replaceAll(/\s+/g, ' ').trim())
    .filter((word) => word !== '')
}

/** Every first word before every second. */
export function cross(first: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((a) => second.map((b) => `${a} ${b}`))
}
