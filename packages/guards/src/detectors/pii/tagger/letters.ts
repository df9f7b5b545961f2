/** Letters past this belong to scripts without capitals, or hardly in use. */
const KNOWN_END = 0x590

/** Comparison form of a letter: lower case, without marks; 0 for other characters. */
export const FOLDED: Uint16Array = new Uint16Array(0x1_0000)
/** 1 for capital letters. */
export const CAPITAL: Uint8Array = new Uint8Array(0x1_0000)

const ODD: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ß: 's', æ: 'a', œ: 'o', þ: 't', ı: 'i' }

for (let unit = 65; unit < 0x1_0000; unit++) {
  if (unit < KNOWN_END) {
    const char = String.fromCharCode(unit)
    if (!/\p{L}/u.test(char)) continue
    const small = char.toLowerCase()
    if (small !== char) CAPITAL[unit] = 1
    FOLDED[unit] = (ODD[small] ?? small.normalize('NFD')).charCodeAt(0)
  } else if (!isSign(unit)) FOLDED[unit] = unit
}

/** General punctuation, symbols, spaces of East Asia, surrogates and private units. */
function isSign(unit: number): boolean {
  return (unit >= 0x2000 && unit <= 0x2bff) || (unit >= 0x3000 && unit <= 0x303f) || (unit >= 0xd800 && unit <= 0xf8ff)
}
