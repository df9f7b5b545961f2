import { mod97, weighted } from './checksums.ts'
import type { Emit, PiiEntity, Source } from './entity.ts'
import { isAlnumCode, isDigitCode } from './tokens.ts'

/** Length of an IBAN by country, from the SWIFT IBAN registry. */
const IBAN_LENGTH: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

function scanIban({ text, units, table }: Source, emit: Emit): void {
  for (let index = 0; index < table.count; index++) {
    const start = table.starts[index] as number
    if (isDigitCode(units[start] as number) || !isDigitCode(units[start + 2] as number)) continue
    const length = IBAN_LENGTH.get(text.slice(start, start + 2).toUpperCase())
    if (length === undefined) continue
    const end = compactEnd(text, start, length)
    if (end < 0) continue
    const compact = text.slice(start, end).replaceAll(/[ -]/g, '').toUpperCase()
    if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(compact)) continue
    if (mod97(compact.slice(4) + compact.slice(0, 4)) === 1) emit(start, end, 0.95)
  }
}

/** Returns the end of `length` alphanumeric characters from `start`, with single spaces or hyphens between them; -1 for none. */
function compactEnd(text: string, start: number, length: number): number {
  let seen = 0
  let at = start
  while (seen < length) {
    const code = text.charCodeAt(at)
    if (isAlnumCode(code)) seen++
    else if ((code !== 32 && code !== 45) || !isAlnumCode(text.charCodeAt(at - 1))) return -1
    at++
  }
  return isAlnumCode(text.charCodeAt(at)) ? -1 : at
}

export const iban: PiiEntity = {
  name: 'IBAN_CODE',
  aliases: ['IBAN', 'IBAN_NUMBER', 'INTERNATIONAL_BANK_ACCOUNT'],
  title: 'International bank account number',
  group: 'financial',
  context: 'iban bank account konto kontonummer compte cuenta conto rekening bankverbindung'.split(' '),
  immune: true,
  decoded: true,
  scan: scanIban,
  examples: {
    finds: [
      ['IBAN DE89 3704 0044 0532 0130 00, thanks', 'DE89 3704 0044 0532 0130 00'],
      ['send to gb82west12345698765432', 'gb82west12345698765432'],
      ['FR14-2004-1010-0505-0001-3M02-606', 'FR14-2004-1010-0505-0001-3M02-606'],
    ],
    ignores: ['DE89 3704 0044 0532 0130 01', 'part GB82WEST123', 'XX89370400440532013000'],
  },
}

/** Federal Reserve districts: the first two digits of a routing number. */
function isRoutingDistrict(compact: string): boolean {
  const district = Number(compact.slice(0, 2))
  return (
    (district >= 1 && district <= 12) ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80
  )
}

const ABA_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1] as const

export const abaRouting: PiiEntity = {
  name: 'US_BANK_ROUTING',
  aliases: ['ABA_ROUTING_NUMBER', 'ABA_ROUTING', 'ROUTING_NUMBER', 'US_ABA'],
  title: 'US bank routing number',
  group: 'financial',
  context: ['routing', 'aba', 'rtn', 'bank code'],
  decoded: true,
  shapes: [
    {
      leads: [9],
      form: /\d{9}/y,
      judge: (compact) => (isRoutingDistrict(compact) && weighted(compact, ABA_WEIGHTS) % 10 === 0 ? 0.25 : 0),
    },
  ],
  examples: {
    finds: [['Routing number 021000021 at the bank', '021000021']],
    ignores: ['Part 021000021 in stock', 'routing number 021000022'],
  },
}

export const usBankAccount: PiiEntity = {
  name: 'US_BANK_NUMBER',
  aliases: ['BANK_ACCOUNT', 'BANK_ACCOUNT_NUMBER', 'ACCOUNT_NUMBER', 'US_BANK_ACCOUNT'],
  title: 'Bank account number, named as such',
  group: 'financial',
  context: [
    'bank account',
    'account number',
    'account no',
    'account num',
    'checking account',
    'savings account',
    'acct',
    'acct no',
    'acct number',
    'account is',
    'kontonummer',
    'konto nr',
    'número de cuenta',
    'numéro de compte',
    'rekeningnummer',
  ],
  counter: ['sort', 'routing', 'zip', 'phone', 'tel', 'customer', 'user', 'twitter', 'github', 'date', 'year'],
  boost: 0.45,
  decoded: false,
  shapes: [{ leads: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17], form: /\d{8,17}/y, judge: () => 0.1 }],
  examples: {
    finds: [['Please wire it to account number 945456787654', '945456787654']],
    ignores: ['Ticket 945456787654', 'We accounted for 945456787654 events', 'github account id 94545678'],
  },
}
