import { BETWEEN, type Framework } from './framework.ts'

/** PCI DSS 4.0.1: requirement 3.3 (never store authentication data), 3.4 (mask the card number), 3.5 (make it unreadable). */
export const pciDss: Framework = {
  id: 'pci_dss',
  name: 'PCI DSS 4.0.1',
  description:
    'Masks card numbers with a valid check digit to the last four digits. Sensitive authentication data (magnetic ' +
    'stripe, security code, PIN) blocks the whole payload, because it must never be passed on. Expiry dates and ' +
    'cardholder names are redacted as well.',
  plainAction: 'mask',
  plain: [
    {
      rule: 'Credit card numbers',
      finds: [
        ['Paid with card 4111 1111 1111 1111 today.', '4111 1111 1111 1111'],
        ['{"card_number": "5500005555555559"}', '5500005555555559'],
      ],
      leaves: ['Order 4111111111111112 has shipped.', 'Tracking number 1234567890123456.'],
    },
  ],
  rules: [
    {
      rule: {
        pattern_id: 'pci_track_1',
        description: 'Magnetic stripe, track 1',
        regex: '%?B\\d{12,19}\\^[^\\^\\n?]{2,26}\\^\\d{4}[^\\s?]*\\??',
        replacement: '[TRACK_DATA]',
        severity: 'critical',
        action: 'block',
      },
      finds: [['read %B4111111111111111^DOE/JANE^29011010000000000000? ok', '4111111111111111']],
      leaves: ['B2 ^ 4', 'bucket B12345678901234567 is full'],
    },
    {
      rule: {
        pattern_id: 'pci_track_2',
        description: 'Magnetic stripe, track 2',
        regex: ';\\d{12,19}=\\d{4,}\\??',
        replacement: '[TRACK_DATA]',
        severity: 'critical',
        action: 'block',
      },
      finds: [['read ;4111111111111111=29011010000000000000? ok', '4111111111111111=2901']],
      leaves: ['a=1;b=2;123=4', 'let x;1234567890=5'],
    },
    {
      rule: {
        pattern_id: 'pci_security_code',
        description: 'Card security code, with its label',
        regex: `(?i:\\b(?:cvv2?|cvc2?|cav2|card[ _-]?(?:verification|security)[ _-]?(?:code|value|number)|security[ _-]?code))${BETWEEN}\\d{3,4}\\b`,
        replacement: '[SECURITY_CODE]',
        severity: 'critical',
        action: 'block',
      },
      finds: [
        ['CVV: 123', '123'],
        ['{"cvc": "4821"}', '4821'],
        ['the card security code is 999', '999'],
        ['security code: 123', '123'],
      ],
      leaves: ['CVV is checked by the bank', 'cvv 12345 units', 'Your verification code is 4821'],
    },
    {
      rule: {
        pattern_id: 'pci_pin',
        description: 'PIN or PIN block, with its label',
        regex: `(?i:\\b(?:card[ _-]?)?pin(?:[ _-]?(?:code|number|block))?)${BETWEEN}(?:\\d{4,6}|[0-9A-F]{16})\\b`,
        replacement: '[PIN]',
        severity: 'critical',
        action: 'block',
      },
      finds: [
        ['PIN: 4821', '4821'],
        ['{"pin_block": "0412AC89ABCDEF67"}', '0412AC89ABCDEF67'],
      ],
      leaves: ['Pin it to the board', 'spin 4821', 'PIN codes are never sent'],
    },
    {
      rule: {
        pattern_id: 'pci_expiry',
        description: 'Expiry date, with its label',
        regex: `(?i:\\b(?:card[ _-]?)?(?:exp(?:iry|ires|iration)?|valid[ _-]?(?:thru|until))(?:[ _-]?date)?)${BETWEEN}(?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?\\d{2}\\b`,
        replacement: '[EXPIRY]',
        severity: 'medium',
        action: 'redact',
      },
      finds: [
        ['Exp: 09/29', '09/29'],
        ['{"expiry_date": "11-2028"}', '11-2028'],
      ],
      leaves: ['The offer expires in 09 days', 'exp 2^10', 'expires: 13/29'],
    },
    {
      rule: {
        pattern_id: 'pci_cardholder',
        description: 'Cardholder name in a field of that name',
        regex:
          "(?i:\\bcard[ _-]?holder(?:[ _-]?name)?|\\bname[ _-]on[ _-]card)[\"']?\\s?[:=]\\s?[\"']?\\p{Lu}[\\p{L}.'-]+(?: \\p{Lu}[\\p{L}.'-]*){1,3}",
        replacement: '[CARDHOLDER]',
        severity: 'medium',
        action: 'redact',
      },
      finds: [
        ['cardholder: Jane Doe', 'Jane Doe'],
        ['{"cardholder_name": "Jane Q. Doe"}', 'Jane Q. Doe'],
      ],
      leaves: ['The cardholder must sign.', 'cardholder: unknown'],
    },
  ],
}
