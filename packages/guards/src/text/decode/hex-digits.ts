/** Returns the value of `count` hexadecimal digits at an offset, or -1 where one is missing. */
export function hexAt(text: string, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = hexDigit(text.charCodeAt(i))
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

/** Returns the value of a hexadecimal digit, or -1; NaN, past the end of a text, is no digit. */
export function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const small = unit | 0x20
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1
}
