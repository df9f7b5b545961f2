/** Luhn, ISO/IEC 7812-1: payment cards, IMEI, Canadian SIN, Swedish personnummer. Digits only. */
export function luhn(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digitAt(digits, at)
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

/** ISO 7064 MOD 97-10 over letters as two digits, as IBAN and LEI use it: the remainder. */
export function mod97(alphanumeric: string): number {
  let rest = 0
  for (let at = 0; at < alphanumeric.length; at++) {
    const code = alphanumeric.charCodeAt(at)
    const value = code <= 57 ? code - 48 : code - 55
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97
  }
  return rest
}

/** Sum of digit × weight over the weights' length. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += digitAt(digits, at) * (weights[at] as number)
  return sum
}

/** ISO 7064 MOD 11,10: German tax numbers. The last digit is the check digit. */
export function mod11_10(digits: string): boolean {
  let product = 10
  for (let at = 0; at < digits.length - 1; at++) {
    const sum = (digitAt(digits, at) + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - product) % 10 === digitAt(digits, digits.length - 1)
}

/** Verhoeff's dihedral check: Indian Aadhaar. Digits only, check digit last. */
export function verhoeff(digits: string): boolean {
  let check = 0
  for (let at = digits.length - 1, place = 0; at >= 0; at--, place++) {
    check = dihedral(check, permute(place % 8, digitAt(digits, at)))
  }
  return check === 0
}

/** True when all digits are the same, which every checksum of zeros passes. */
export function isRepeated(digits: string): boolean {
  for (let at = 1; at < digits.length; at++) if (digits[at] !== digits[0]) return false
  return true
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** True for a month 1–12 and a day that some year has. */
export function isDayOfMonth(month: number, day: number): boolean {
  return day >= 1 && day <= (DAYS_IN_MONTH[month - 1] ?? 0)
}

export function digitAt(digits: string, at: number): number {
  return digits.charCodeAt(at) - 48
}

/** Multiplication in the dihedral group of the pentagon: 0–4 rotations, 5–9 reflections. */
function dihedral(left: number, right: number): number {
  if (left < 5) return right < 5 ? (left + right) % 5 : ((left + right - 5) % 5) + 5
  return right < 5 ? ((left - 5 - right + 5) % 5) + 5 : (left - right + 5) % 5
}

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const

/** Verhoeff's permutation applied `times` times. */
function permute(times: number, digit: number): number {
  let value = digit
  for (let time = 0; time < times; time++) value = PERMUTATION[value] as number
  return value
}
