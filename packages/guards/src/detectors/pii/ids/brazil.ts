import { digitAt, isRepeated, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closedBy, countdown, to11Zero } from './rules.ts'

const CPF_FIRST = countdown(10, 2)
const CPF_SECOND = countdown(11, 2)
const CNPJ_FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const
const CNPJ_SECOND = [6, ...CNPJ_FIRST] as const

export const brazil = [
  identifier({
    name: 'BR_CPF',
    aliases: 'CPF',
    title: 'Brazilian individual taxpayer number (CPF)',
    source: 'Receita Federal, Instrução Normativa RFB 1548/2015: two digits modulo 11',
    words: 'cpf, contribuinte, cadastro de pessoas',
    forms: { '###.###.###-##': 0.9, '#########-##': 0.6, '###########': 0.45 },
    valid: (c) => closedBy(CPF_FIRST, to11Zero)(c) && closedBy(CPF_SECOND, to11Zero)(c),
    finds: ['{529.982.247-25}', 'CPF {52998224725}'],
    ignores: ['529.982.247-26', '111.111.111-11', 'pedido 52998224725'],
  }),
  identifier({
    name: 'BR_CNPJ',
    aliases: 'CNPJ',
    title: 'Brazilian company number (CNPJ)',
    source: 'Receita Federal, Instrução Normativa RFB 2229/2024: letters allowed since 2026, code minus 48',
    words: 'cnpj, empresa, pessoa jurídica',
    forms: { '##.###.###/####-##': 0.9, '**.***.***/****-##': 0.75, '##############': 0.45 },
    valid: isCnpj,
    finds: ['CNPJ {11.222.333/0001-81}', '{12.ABC.345/01DE-35}'],
    ignores: ['11.222.333/0001-82', 'nota 11222333000181'],
  }),
  identifier({
    name: 'BR_CNH',
    aliases: 'CNH CARTEIRA_DE_MOTORISTA',
    title: 'Brazilian driving licence number (CNH)',
    source: 'SENATRAN, RENACH: two digits modulo 11, the second corrected by the first',
    words: 'cnh, carteira de motorista, habilitação, carteira nacional, renach',
    forms: { '###########': 0.35 },
    valid: isCnh,
    finds: ['CNH {12345678900}'],
    ignores: ['CNH 12345678901', 'pedido 12345678900'],
  }),
  identifier({
    name: 'BR_PIS',
    aliases: 'PIS PASEP NIT_BR NIS',
    title: 'Brazilian social integration number (PIS, PASEP, NIT)',
    source: 'Caixa Econômica Federal, PIS/PASEP: modulo 11',
    words: 'pis, pasep, nis, pis pasep, nit, inss',
    forms: { '###.#####.##-#': 0.75, '###########': 0.3 },
    valid: closedBy([3, 2, 9, 8, 7, 6, 5, 4, 3, 2], to11Zero),
    finds: ['PIS {120.12345.67-2}'],
    ignores: ['PIS 120.12345.67-9', 'pedido 12012345678'],
  }),
  identifier({
    name: 'BR_VOTER_ID',
    aliases: 'TITULO_DE_ELEITOR TITULO_ELEITORAL',
    title: 'Brazilian voter number (título de eleitor)',
    source: 'Tribunal Superior Eleitoral, Resolução 21.538/2003: state code, two digits modulo 11',
    words: 'título de eleitor, titulo de eleitor, título eleitoral, eleitor',
    forms: { '############': 0.4, '#### #### ####': 0.4 },
    valid: isVoterId,
    finds: ['Título de eleitor {102385010175}'],
    ignores: ['Título de eleitor 102385010100', 'pedido 102385010671'],
  }),
  identifier({
    name: 'BR_CNS',
    aliases: 'CARTAO_SUS CNS',
    title: 'Brazilian health card number (CNS)',
    source: 'DATASUS, Cartão Nacional de Saúde: weights 15 to 1, divisible by 11',
    words: 'cns, cartão sus, cartao sus, sus, cartão nacional, saúde',
    forms: { '[12789]##############': 0.4, '[12789]## #### #### ####': 0.55 },
    valid: (c) => weighted(c, countdown(15, 1)) % 11 === 0,
    finds: ['Cartão SUS {700000000000005}'],
    ignores: ['Cartão SUS 700000000000001', 'pedido 700000000000005'],
  }),
]

/** Letters count as their code minus 48, so that digits keep their value. */
function isCnpj(compact: string): boolean {
  if (isRepeated(compact)) return false
  const codes = Array.from(compact, (char) => char.charCodeAt(0) - 48)
  const sum = (weights: readonly number[]): number =>
    weights.reduce((total, weight, at) => total + weight * (codes[at] as number), 0)
  return to11Zero(sum(CNPJ_FIRST)) === digitAt(compact, 12) && to11Zero(sum(CNPJ_SECOND)) === digitAt(compact, 13)
}

function isCnh(compact: string): boolean {
  if (isRepeated(compact)) return false
  const first = weighted(compact, countdown(9, 1)) % 11
  const second = (weighted(compact, countdown(1, 9)) % 11) - (first === 10 ? 2 : 0)
  const last = second > 9 ? 0 : (second + 11) % 11
  return (first === 10 ? 0 : first) === digitAt(compact, 9) && last === digitAt(compact, 10)
}

function isVoterId(compact: string): boolean {
  const state = Number(compact.slice(8, 10))
  if (state < 1 || state > 28) return false
  const first = (weighted(compact, countdown(2, 9)) % 11) % 10
  const second = ((digitAt(compact, 8) * 7 + digitAt(compact, 9) * 8 + first * 9) % 11) % 10
  return first === digitAt(compact, 10) && second === digitAt(compact, 11)
}
