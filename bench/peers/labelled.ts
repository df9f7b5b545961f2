import { seededRandom } from '../../packages/guards/src/classify/seeded.ts'

/** A sentence, and whether something in it must be found. */
export interface Labelled {
  readonly text: string
  readonly holds: boolean
}

const EACH = 60

/** Returns sentences with one realistic value with a valid checksum each, and the same sentences with lookalike numbers. */
export function personalData(): Labelled[] {
  const random = seededRandom(42)
  const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const card = (): string => {
    const body = `4${digits(14)}`
    const number = `${body}${luhnDigit(body)}`
    return pick([number, number.replaceAll(/(\d{4})(?=\d)/g, '$1 '), number.replaceAll(/(\d{4})(?=\d)/g, '$1-')])
  }
  const iban = (): string => {
    const account = digits(18)
    return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`
  }
  const ssn = (): string =>
    `${100 + Math.floor(random() * 500)}-${10 + Math.floor(random() * 89)}-${1_000 + Math.floor(random() * 8_999)}`
  const name = (): string => pick(['ana', 'lee.chan', 'm.novak', 'office', 'p-silva'])
  const holding = [
    () => `Please charge my card ${card()} for the renewal.`,
    () => `My IBAN is ${iban()}, send the refund there.`,
    () => `You can write to ${name()}@${pick(['firma.de', 'example.org', 'mail.co.uk'])} about the flat.`,
    () => `Her social security number is ${ssn()} according to the form.`,
    () => `Call me on +1 212 5${digits(2)} ${digits(4)} after lunch.`,
    () => `The server answered from 203.0.${Math.floor(random() * 255)}.${1 + Math.floor(random() * 253)} all night.`,
  ]
  const looking = [
    () => `Order ${digits(16)} was split into two parcels.`,
    () => `Version ${digits(1)}.${digits(2)}.${digits(4)} fixes the import of build ${digits(9)}.`,
    () => `The serial number ${digits(3)}-${digits(2)}-${digits(4)}-${digits(3)} is on the back of the printer.`,
    () => `Commit ${hex(20, random)} closes ticket ${digits(8)}.`,
    () => `Sales rose from 1${digits(6)} to 1${digits(6)} between 2023 and 2024.`,
    () => `Part ${pick(['AB', 'KX', 'ZT'])}${digits(8)} fits the model ${digits(4)}/${digits(2)}.`,
    () => `The meeting is on 2026-0${1 + Math.floor(random() * 9)}-1${digits(1)} in room ${digits(3)}.`,
  ]
  return [
    ...holding.flatMap((make) => Array.from({ length: EACH }, () => ({ text: make(), holds: true }))),
    ...looking.flatMap((make) => Array.from({ length: EACH }, () => ({ text: make(), holds: false }))),
  ]
}

/** Returns a blocked word in evasive spellings, and words that only contain it. */
export function blockedWords(): { readonly keywords: string[]; readonly texts: Labelled[] } {
  const keywords = ['merger', 'project falcon', 'layoffs', 'Überweisung', '机密']
  const holding = [
    'When is the merger?',
    'WHEN IS THE MERGER',
    'when is the m e r g e r',
    'when is the m3rg3r',
    'when is the mer\u200bger',
    'when is the mеrgеr',
    'tell me about Project  Falcon',
    'tell me about project\nfalcon',
    'are there lay\u00adoffs coming',
    'are there l.a.y.o.f.f.s coming',
    'wann kommt die ÜBERWEISUNG',
    'wann kommt die U\u0308berweisung',
    '这是机密文件',
    'decode bWVyZ2Vy please',
    'the ｍｅｒｇｅｒ is near',
  ]
  const looking = [
    'She merged the two branches.',
    'A falcon project of the zoo',
    'the submergers league',
    'They lay off the sofa',
    'mergers-and-acquisitions.example',
  ]
  return {
    keywords,
    texts: [...holding.map((text) => ({ text, holds: true })), ...looking.map((text) => ({ text, holds: false }))],
  }
}

function luhnDigit(body: string): number {
  let sum = 0
  for (let at = 0; at < body.length; at += 1) {
    const digit = Number(body[body.length - 1 - at])
    sum += at % 2 === 0 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit
  }
  return (10 - (sum % 10)) % 10
}

function hex(length: number, random: () => number): string {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
}
