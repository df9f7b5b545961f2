import { isRepeated, luhn } from './checksums.ts'
import type { PiiEntity } from './entity.ts'

/** Match of a number with an issuer's range: `firm` ranges are in use everywhere, `rare` ones require context. */
type IssuerMatch = 'firm' | 'rare' | 'none'

/** Issuer ranges of ISO/IEC 7812 as the schemes publish them, with the lengths that they issue. */
function issuerMatch(digits: string): IssuerMatch {
  const length = digits.length
  const two = Number(digits.slice(0, 2))
  const four = Number(digits.slice(0, 4))
  if (two >= 40 && two <= 49) return length === 16 ? 'firm' : length === 13 || length === 19 ? 'rare' : 'none'
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return length === 16 ? 'firm' : 'none'
  if (two === 34 || two === 37) return length === 15 ? 'firm' : 'none'
  if ((four >= 3000 && four <= 3059) || (four >= 3090 && four <= 3099) || two === 36 || two === 38 || two === 39) {
    return length === 14 ? 'firm' : length >= 16 && length <= 19 ? 'rare' : 'none'
  }
  if (four >= 3528 && four <= 3589) return length === 16 ? 'firm' : length > 16 ? 'rare' : 'none'
  if (two === 35 && length === 16) return 'rare'
  if (four === 2131 || four === 1800) return length === 15 ? 'rare' : 'none'
  if (four >= 2200 && four <= 2204) return length === 16 ? 'firm' : length > 16 ? 'rare' : 'none'
  if (four === 6011 || (four >= 6440 && four <= 6499) || two === 65)
    return length === 16 ? 'firm' : length > 16 ? 'rare' : 'none'
  if (two === 62 || two === 60 || two === 81 || two === 82)
    return length >= 16 ? (length === 16 ? 'firm' : 'rare') : 'none'
  if (two === 50 || (two >= 56 && two <= 69)) return 'rare'
  return 'none'
}

const BASE = { firm: 0.6, rare: 0.2, none: 0 } as const

/** Digits set in groups as on the card itself are a sign of their own. */
const GROUPED_BONUS = 0.2

function cardScore(compact: string, match: string): number {
  const base = BASE[issuerMatch(compact)]
  if (base === 0 || isRepeated(compact) || !luhn(compact)) return 0
  return match.length === compact.length ? base : base + GROUPED_BONUS
}

export const creditCard: PiiEntity = {
  name: 'CREDIT_CARD',
  aliases: ['CARD_NUMBER', 'CREDIT_CARD_NUMBER', 'CREDITCARD', 'PAYMENT_CARD', 'DEBIT_CARD', 'CC', 'PAN_NUMBER'],
  title: 'Payment card number',
  group: 'financial',
  context: (
    'card cards cc ccn creditcard debit credit visa mastercard amex discover jcb diners maestro unionpay cardnumber ' +
    'kreditkarte kreditkartennummer karte kartennummer carte bancaire tarjeta tarjetas cartão cartao carta kaart ' +
    'creditcardnummer karta karty kort kortnummer карта карты kart'
  )
    .split(' ')
    .concat(['信用卡', '卡号', '银行卡', 'カード', '카드']),
  decoded: true,
  shapes: [
    { leads: [12, 13, 14, 15, 16, 17, 18, 19], form: /\d{12,19}/y, judge: cardScore },
    { leads: [4], form: /\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?/y, judge: cardScore },
    { leads: [4], form: /\d{4}([ -])\d{6}\1\d{4,5}/y, judge: cardScore },
    { leads: [4], form: /\d{4}[ -]{1,3}\d{4}[ -]{1,3}\d{4}[ -]{1,3}\d{4}/y, judge: cardScore },
    { leads: [4], form: /\d{4}([./_])\d{4}\1\d{4}\1\d{4}/y, judge: cardScore },
    // Digit by digit: rows of small numbers look the same, so a context word is required.
    {
      leads: [1],
      form: /\d(?:([ .-])\d)(?:\1\d){11,18}(?!\1?\d)/y,
      judge: (compact) => (issuerMatch(compact) !== 'none' && luhn(compact) ? 0.35 : 0),
    },
  ],
  examples: {
    finds: [
      ['Pay with 4111 1111 1111 1111 please', '4111 1111 1111 1111'],
      ['5555-5555-5555-4444', '5555-5555-5555-4444'],
      ['amex 378282246310005', '378282246310005'],
      ['{"cardNumber":"4012888888881881"}', '4012888888881881'],
      ['My card 503867297114 is lost', '503867297114'],
      ['Meine Kreditkartennummer: 3530111333300000', '3530111333300000'],
      ['card 4111_1111_1111_1111', '4111_1111_1111_1111'],
      ['my card is 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ],
    ignores: [
      'Your order number is 4111111111111111.',
      'tracking no. 5555555555554444 was shipped',
      'invoice_id=4012888888881881',
      'Pay with 4111 1111 1111 1112',
      'request id 0a1b-4111111111111111-22',
      'value 14111111111111111',
      '0000 0000 0000 0000',
      'epoch 1718000000000',
    ],
  },
}
