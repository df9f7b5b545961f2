// Foldings of letters that look like others, or stay readable although the words are altered.

/** Letters of other alphabets, and forms outside of Unicode's compatibility folding, that look like small Latin letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a', ɑ: 'a', α: 'a', в: 'b', ƅ: 'b', с: 'c', ϲ: 'c', ԁ: 'd', ɗ: 'd', е: 'e', ҽ: 'e', ε: 'e', ꜰ: 'f', ғ: 'f', ɡ: 'g', ց: 'g',
  һ: 'h', հ: 'h', н: 'h', і: 'i', ı: 'i', ι: 'i', ӏ: 'l', ј: 'j', ϳ: 'j', к: 'k', κ: 'k', ⅼ: 'l', м: 'm', ո: 'n', п: 'n', η: 'n',
  о: 'o', ο: 'o', օ: 'o', р: 'p', ρ: 'p', ԛ: 'q', г: 'r', ʀ: 'r', ѕ: 's', ꜱ: 's', т: 't', τ: 't', υ: 'u', ս: 'u', ц: 'u', ν: 'v',
  ѵ: 'v', ԝ: 'w', ѡ: 'w', х: 'x', χ: 'x', у: 'y', γ: 'y', ʏ: 'y', ᴢ: 'z', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ɢ: 'g', ʜ: 'h', ɪ: 'i',
  ᴊ: 'j', ᴋ: 'k', ʟ: 'l', ᴍ: 'm', ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ø: 'o', ł: 'l', đ: 'd', ß: 's',
  ǝ: 'e', ɐ: 'a', ɔ: 'c', ɟ: 'f', ƃ: 'g', ɥ: 'h', ᴉ: 'i', ɾ: 'j', ʞ: 'k', ɯ: 'm', ɹ: 'r', ʇ: 't', ʌ: 'v', ʍ: 'w', ʎ: 'y',
} // prettier-ignore

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
  '+': 't',
}

/** Folds a text to small Latin letters: compatibility forms, accents and invisible characters are removed. */
export function plainLetters(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const folded = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u{E0100}-\u{E01EF}]/gu, '')
    .toLowerCase()
  // Most texts have nothing but ASCII by now.
  return isAscii(folded) ? folded : folded.replace(/[^\0-\x7f]/gu, (one) => LOOKALIKES[one] ?? one)
}

/** Foldings of ASCII text need no Unicode handling. */
function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** Replaces digits by the letters that they represent in leet. @param text  of {@link plainLetters} */
export function withoutLeet(text: string): string {
  return text.replace(/[013456789@$!|€+]/g, (one) => LEET[one] ?? one)
}

/** Letters and figures alone: spaces, points and lines between letters are gone. */
export function lettersAlone(text: string): string {
  return isAscii(text) ? text.replace(/[^A-Za-z0-9]+/g, '') : text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** The first letters of words: of a spelling alphabet, or of an acrostic. */
export function initials(text: string): string {
  const first = isAscii(text) ? text.match(/\b[A-Za-z]|(?<=_)[A-Za-z]/g) : text.match(/(?<![\p{L}\p{N}])\p{L}/gu)
  return first?.join('') ?? ''
}

/** The first letters of lines. */
export function lineInitials(text: string): string {
  let said = ''
  for (const [, letter] of text.matchAll(/^[^\p{L}\n]{0,20}(\p{L})/gmu)) said += letter
  return said
}

/** The alphabet moved on by `by` letters. */
export function rotated(text: string, by: number): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + by) % 26) + 97))
}

/** All that is printed of ASCII moved on by half of it. */
export function turned47(text: string): string {
  return text.replace(/[!-~]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 33 + 47) % 94) + 33))
}

/** Applies Atbash. */
export function mirrored(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(219 - letter.charCodeAt(0)))
}

export function reversed(text: string): string {
  return Array.from(text).toReversed().join('')
}
