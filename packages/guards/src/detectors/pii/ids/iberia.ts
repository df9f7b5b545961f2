import { luhn } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { base36, closedBy, closes, countdown, to11Zero } from './rules.ts'

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

export const iberia = [
  identifier({
    name: 'ES_NIF',
    aliases: 'ES_DNI DNI NIF SPANISH_NIF',
    title: 'Spanish tax and identity number (NIF, DNI)',
    source: 'Ministerio del Interior, cálculo del dígito de control del NIF: modulo 23',
    words: 'nif, dni, identidad, documento, documento nacional, identificación, identificacion, fiscal',
    forms: { '########@': 0.55, '########-@': 0.6, '##.###.###-?@': 0.8 },
    valid: isNif,
    finds: ['Mi DNI es {12345678Z}', '{12.345.678-Z}'],
    ignores: ['12345678A', 'sku 12345678Z', '2345678Z'],
  }),
  identifier({
    name: 'ES_NIE',
    aliases: 'NIE SPANISH_NIE',
    title: 'Spanish foreigner identity number (NIE)',
    source: 'Ministerio del Interior, NIE: X, Y, Z count as 0, 1, 2; modulo 23',
    words: 'nie, extranjero, identidad, identificación, residencia, documento',
    forms: { '[XYZ]#######@': 0.65, '[XYZ]#######-@': 0.7, '[XYZ]-#######-@': 0.8 },
    valid: (c) => isNif('XYZ'.indexOf(c[0] as string) + c.slice(1)),
    finds: ['Su NIE: {X1234567L}'],
    ignores: ['X1234567A', 'part Y1234567L'],
  }),
  identifier({
    name: 'ES_CIF',
    aliases: 'CIF SPANISH_CIF',
    title: 'Spanish company tax number (CIF)',
    source: 'Orden EHA/451/2008, número de identificación fiscal de entidades',
    words: 'cif, nif, empresa, razón social, sociedad',
    forms: { '[ABCDEFGHJNPQRSUVW]#######[0-9A-J]': 0.45, '[ABCDEFGHJNPQRSUVW]-########': 0.55 },
    valid: isCif,
    finds: ['CIF {J99216582}'],
    ignores: ['CIF J99216581', 'part J99216582', 'J99216582'],
  }),
  identifier({
    name: 'ES_SOCIAL_SECURITY',
    aliases: 'ES_NSS ES_NUSS SEGURIDAD_SOCIAL',
    title: 'Spanish social security number',
    source: 'Tesorería General de la Seguridad Social, número de afiliación: modulo 97',
    words: 'seguridad social, nss, nuss, número de afiliación, afiliación, naf',
    forms: { '############': 0.3, '##/########/##': 0.75, '## ######## ##': 0.6 },
    valid: isAffiliation,
    finds: ['Seguridad Social {28/12345678/40}', 'NSS {281234567840}'],
    ignores: ['Seguridad Social 28/12345678/00', 'pedido 281234567840'],
  }),
  identifier({
    name: 'PT_NIF',
    aliases: 'PT_CONTRIBUINTE',
    title: 'Portuguese tax number (NIF)',
    source: 'Autoridade Tributária, Decreto-Lei 14/2013: modulo 11',
    words: 'nif, contribuinte, número de contribuinte, nipc, número fiscal, finanças',
    forms: { '[1-35689]########': 0.25, '[1-35689]## ### ###': 0.4, 'PT#########': 0.6 },
    valid: (c) => {
      const digits = c.replace('PT', '')
      return closes(digits, countdown(9, 2), to11Zero) && !/^(\d)\1+$/.test(digits)
    },
    finds: ['Contribuinte {212345672}', 'NIF {501 964 843}'],
    ignores: ['NIF 501 964 844', 'encomenda 501964843', '501964843'],
  }),
  identifier({
    name: 'PT_CITIZEN_CARD',
    aliases: 'PT_CC CARTAO_DE_CIDADAO',
    title: 'Portuguese citizen card number',
    source: 'Instituto dos Registos e do Notariado, Validação de número de documento do Cartão de Cidadão',
    words: 'cartão de cidadão, cartao de cidadao, cartão cidadão, cc, bilhete de identidade, identificação',
    forms: { '########~#~@@#': 0.8, '########~#@@#': 0.75, '#########@@#': 0.65 },
    valid: isCitizenCard,
    finds: ['Cartão de cidadão {00000000 0 ZZ4}', '{12345678 1ZY0}'],
    ignores: ['Cartão de cidadão 00000000 0 ZZ5', 'order 000000000ZZ5'],
  }),
  identifier({
    name: 'PT_NISS',
    aliases: 'PT_SEGURANCA_SOCIAL',
    title: 'Portuguese social security number (NISS)',
    source: 'Segurança Social, NISS: primes 29 to 2 as weights, 9 minus remainder',
    words: 'niss, segurança social, seguranca social, beneficiário',
    forms: { '[12]##########': 0.3 },
    valid: closedBy([29, 23, 19, 17, 13, 11, 7, 5, 3, 2], (sum) => 9 - (sum % 10)),
    finds: ['NISS {12345678902}'],
    ignores: ['NISS 12345678900', '12345678901 linhas'],
  }),
]

function isNif(compact: string): boolean {
  return NIF_LETTERS[Number(compact.slice(0, 8)) % 23] === compact[8]
}

/** Some kinds of entity end in a letter, some in a digit, others in either. */
function isCif(compact: string): boolean {
  if (!luhnEven(compact.slice(1, 8), compact[8] as string)) return false
  const kind = compact[0] as string
  const letter = /[A-J]/.test(compact[8] as string)
  return letter ? !'ABEH'.includes(kind) : !'PQSW'.includes(kind)
}

function luhnEven(body: string, control: string): boolean {
  const digit = Array.from('0123456789').find((last) => luhn(body + last))
  return control === digit || control === 'JABCDEFGHI'[Number(digit)]
}

/** The province and serial are one number; a serial below ten million loses its leading zeros. */
function isAffiliation(compact: string): boolean {
  const serial = compact.slice(2, 10)
  const body = serial.startsWith('0')
    ? Number(compact.slice(0, 2)) * 1e7 + Number(serial)
    : Number(compact.slice(0, 10))
  return (
    body % 97 === Number(compact.slice(10)) && Number(compact.slice(0, 2)) >= 1 && Number(compact.slice(0, 2)) <= 66
  )
}

/** Luhn over twelve base-36 values: every second from the left doubled. */
function isCitizenCard(compact: string): boolean {
  let sum = 0
  for (let at = 0; at < 12; at++) {
    const value = base36(compact, at) * (at % 2 === 0 ? 2 : 1)
    sum += at % 2 === 0 && value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
