/** Invented people. The same number always yields the same person. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly born: string
  readonly iban: string
  readonly card: string
  readonly ssn: string
}

const FIRST =
  'Marlene Owen Priya Tobias Ingrid Callum Noor Stefan Delphine Rafael Agnes Winston Yara Kjell Lorna Matteo Bethan Oskar Simone Hugo'.split(
    ' ',
  )
const LAST =
  'Abernathy Voss Kirkbride Okonjo Lindqvist Tremaine Halloran Brandt Pereira Whitcombe Sandoval Castellan Moreau Nakagawa Prescott Ridley Fontaine Gallagher Hartwig Ashdown'.split(
    ' ',
  )
const STREETS = [
  'Alder Row',
  'Canal Street',
  'Mill Lane',
  'Foundry Road',
  'Chapel Hill',
  'Orchard Close',
  'Quay Parade',
]
const TOWNS = ['Brackenford', 'Eastmere', 'Holloway Cross', 'Stonebridge', 'Wexcombe', 'Little Harrow']
const MAIL = ['bluefinmail.net', 'postkite.org', 'hearthpost.com']

function digits(seed: number, count: number): string {
  let state = (seed * 48_271 + 11) % 2_147_483_647
  let out = ''
  while (out.length < count) {
    state = (state * 48_271) % 2_147_483_647
    out += String(Math.floor(state / 97) % 10)
  }
  return out
}

function luhnDigit(body: string): string {
  const sum = body
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return String((10 - (sum % 10)) % 10)
}

function germanIban(account: string): string {
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

function of<T>(list: readonly T[], seed: number): T {
  return list[seed % list.length] as T
}

export function person(seed: number): Person {
  const random = digits(seed, 60)
  const number = (from: number, length: number) => Number(random.slice(from, from + length))
  const first = of(FIRST, number(0, 4))
  const last = of(LAST, number(4, 4))
  const card = `4${random.slice(8, 22)}`
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}${number(22, 2)}@${of(MAIL, number(24, 2))}`.toLowerCase(),
    phone: `+44 7${random.slice(26, 29)} ${random.slice(29, 35)}`,
    address: `${number(35, 2) + 1} ${of(STREETS, number(37, 3))}, ${of(TOWNS, number(40, 3))}`,
    born: `${1948 + (number(43, 2) % 55)}-${String(1 + (number(45, 2) % 12)).padStart(2, '0')}-${String(1 + (number(47, 2) % 28)).padStart(2, '0')}`,
    iban: germanIban(`5${random.slice(30, 47)}`),
    card: `${card}${luhnDigit(card)}`.replaceAll(/(.{4})(?=.)/g, '$1 '),
    ssn: `${String(101 + (number(48, 3) % 560))}-${String(11 + (number(51, 2) % 80))}-${String(1001 + (number(53, 4) % 8900))}`,
  }
}
