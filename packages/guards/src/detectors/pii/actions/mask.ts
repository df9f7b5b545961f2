/** How much of a value a mask leaves, and how long a value must be to leave so much. */
const KEPT_CHARS = 4
const FULL_KEEP_CHARS_MIN = 8
/** Maximum share of unmasked characters for shorter values: the last four of six digits would reveal the value. */
const SHORT_KEEP_SHARE = 0.25

/** Number of stars for a secret, whose length is confidential too. */
const SECRET_STARS = 8

const ALPHANUMERIC = /[\p{L}\p{N}]/u
/** Separators between the groups of a number or the parts of an address. */
const SEPARATORS = ' -./@()+'

/**
 * A value of which only the last four characters can be read: `***-**-4119`.
 * @param isSecret  a credential: neither its length nor its separators are shown
 */
export function mask(value: string, isSecret: boolean): string {
  const chars = Array.from(value)
  const counted = chars.filter((char) => ALPHANUMERIC.test(char)).length
  let keep = counted >= FULL_KEEP_CHARS_MIN ? KEPT_CHARS : Math.floor(counted * SHORT_KEEP_SHARE)
  if (isSecret) return '*'.repeat(SECRET_STARS) + chars.slice(chars.length - keep).join('')
  for (let index = chars.length - 1; index >= 0; index -= 1) {
    const char = chars[index]!
    if (keep > 0 && ALPHANUMERIC.test(char)) keep -= 1
    else if (!SEPARATORS.includes(char)) chars[index] = '*'
  }
  return chars.join('')
}
