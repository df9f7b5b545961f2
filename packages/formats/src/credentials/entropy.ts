/** Bits of entropy per character, by the character counts of the string itself. */
export function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
