import { digitAt, isRepeated, luhn, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closedBy, closes, to10, to11Zero } from './rules.ts'

const CUIT = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

export const southAmerica = [
  identifier({
    name: 'AR_CUIT',
    aliases: 'CUIT CUIL AR_CUIL',
    title: 'Argentine tax or labour number (CUIT, CUIL)',
    source: 'AFIP, Resolución General 10/97: modulo 11',
    words: 'cuit, cuil, afip, clave única',
    forms: { '##-########-#': 0.75, '[23]##########': 0.35 },
    valid: (c) => /^(?:2[034-7]|3[034])/.test(c) && closes(c, CUIT, (sum) => (11 - (sum % 11)) % 11),
    finds: ['CUIT {20-05536168-2}'],
    ignores: ['CUIT 20-05536168-3', 'pedido 20055361682'],
  }),
  identifier({
    name: 'AR_DNI',
    aliases: 'ARGENTINE_DNI',
    title: 'Argentine identity number (DNI)',
    source: 'RENAPER, Ley 17.671: seven or eight digits, no check digit',
    words: 'dni, documento nacional, documento, d n i',
    forms: { '##.###.###': 0.4, '########': 0.15 },
    finds: ['DNI {30.123.456}', 'Mi DNI es {30123456}'],
    ignores: ['total 30.123.456', '30123456'],
  }),
  identifier({
    name: 'AR_CBU',
    aliases: 'CBU CVU',
    title: 'Argentine bank account number (CBU)',
    source: 'Banco Central, Comunicación A 2948: two check digits, weights 7 1 3 9',
    group: 'financial',
    words: 'cbu, cvu, cuenta, transferencia, alias cbu',
    forms: { '#{22}': 0.6, '#{8} #{14}': 0.7 },
    valid: (c) =>
      closes(c, [7, 1, 3, 9, 7, 1, 3], to10) && closes(c.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3], to10),
    finds: ['CBU {2850590940090418135201}'],
    ignores: ['CBU 2850590940090418135202', 'pedido 2850590940090418135202'],
  }),
  identifier({
    name: 'CL_RUT',
    aliases: 'RUT RUN CHILEAN_RUT',
    title: 'Chilean national number (RUT, RUN)',
    source: 'Registro Civil, Decreto 18.290: modulo 11 with K',
    words: 'rut, run, rol único, cédula, cedula',
    forms: { '##.###.###-*': 0.85, '#.###.###-*': 0.75, '########-*': 0.6, '#######-*': 0.5 },
    valid: (c) => {
      const digits = c.slice(0, -1).padStart(8, '0')
      return '0123456789K'[(11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11] === c.at(-1)
    },
    finds: ['RUT {12.531.909-2}', 'RUN {7654321-6}'],
    ignores: ['RUT 12.531.909-3', 'pedido 12531909-3'],
  }),
  identifier({
    name: 'CO_NIT',
    aliases: 'NIT_CO COLOMBIAN_NIT',
    title: 'Colombian tax number (NIT)',
    source: 'DIAN, Orden Administrativa 4/1989: primes as weights, modulo 11',
    words: 'nit, dian, rut, identificación tributaria',
    forms: { '###.###.###-#': 0.7, '#########-#': 0.5, '##########': 0.2 },
    valid: (c) => closes(c, [41, 37, 29, 23, 19, 17, 13, 7, 3], (sum) => (sum % 11 < 2 ? sum % 11 : 11 - (sum % 11))),
    finds: ['NIT {213.123.432-1}'],
    ignores: ['NIT 213.123.432-2', 'pedido 213123432-2'],
  }),
  identifier({
    name: 'CO_CEDULA',
    aliases: 'CEDULA_DE_CIUDADANIA COLOMBIAN_CEDULA',
    title: 'Colombian identity number (cédula de ciudadanía)',
    source: 'Registraduría Nacional: up to ten digits, no check digit',
    words: 'cédula de ciudadanía, cedula de ciudadania, cédula, cedula, ciudadanía, c c',
    forms: { '#.###.###.###': 0.35, '##.###.###': 0.2, '1#########': 0.15 },
    finds: ['Cédula de ciudadanía {1.020.345.678}'],
    ignores: ['total 1.020.345.678', '1020345678'],
  }),
  identifier({
    name: 'PE_RUC',
    aliases: 'RUC_PE PERUVIAN_RUC',
    title: 'Peruvian tax number (RUC)',
    source: 'SUNAT, RUC: modulo 11',
    words: 'ruc, sunat, registro único',
    forms: { '[12]##########': 0.35 },
    valid: (c) => /^(?:10|15|16|17|20)/.test(c) && closes(c, CUIT, (sum) => (11 - (sum % 11)) % 10),
    finds: ['RUC {20512333797}'],
    ignores: ['RUC 20512333798', '20512333797'],
  }),
  identifier({
    name: 'PE_DNI',
    aliases: 'PERUVIAN_DNI CUI_PE',
    title: 'Peruvian identity number (DNI)',
    source: 'RENIEC, DNI with its verification digit: modulo 11',
    words: 'dni, documento nacional, reniec, cui',
    forms: { '########-*': 0.35 },
    valid: (c) => {
      const rest = weighted(c, [3, 2, 7, 6, 5, 4, 3, 2]) % 11
      return '65432110987'[rest] === c[8] || 'KJIHGFEDCBA'[rest] === c[8]
    },
    finds: ['DNI {10117410-2}'],
    ignores: ['pedido 10117410-2', '10117410-2'],
  }),
  identifier({
    name: 'UY_CI',
    aliases: 'CEDULA_UY URUGUAYAN_CI',
    title: 'Uruguayan identity number (cédula)',
    source: 'Dirección Nacional de Identificación Civil: weights 2 9 8 7 6 3 4',
    words: 'cédula, cedula, ci, cédula de identidad, documento',
    forms: { '#.###.###-#': 0.7, '#######-#': 0.4 },
    valid: closedBy([2, 9, 8, 7, 6, 3, 4], to10),
    finds: ['Cédula {1.234.567-2}'],
    ignores: ['Cédula 1.234.567-0', 'pedido 1.234.567-1'],
  }),
  identifier({
    name: 'EC_CEDULA',
    aliases: 'ECUADORIAN_CEDULA',
    title: 'Ecuadorian identity number (cédula)',
    source: 'Registro Civil del Ecuador: province 01 to 24 or 30, Luhn',
    words: 'cédula, cedula, ci, cédula de identidad, identidad',
    forms: { '##########': 0.25, '#########-#': 0.5 },
    valid: (c) => /^(?:0[1-9]|1\d|2[0-4]|30)[0-6]/.test(c) && luhn(c),
    finds: ['Cédula {171430710-3}'],
    ignores: ['Cédula 171430710-4', 'pedido 1714307104', '1714307103'],
  }),
  identifier({
    name: 'VE_RIF',
    aliases: 'RIF VENEZUELAN_RIF',
    title: 'Venezuelan tax number (RIF)',
    source: 'SENIAT, RIF: kind and modulo 11',
    words: 'rif, seniat, registro único',
    forms: { '[VEJPG]-########-#': 0.75, '[VEJPG]#########': 0.4 },
    valid: (c) => {
      const kind = { V: 4, E: 8, J: 12, P: 16, G: 20 }[c[0] as string] ?? 0
      return to11Zero(kind + weighted(c.slice(1), [3, 2, 7, 6, 5, 4, 3, 2])) === digitAt(c, 9)
    },
    finds: ['RIF {V-11470283-4}'],
    ignores: ['RIF V-11470283-5', 'pedido V114702835'],
  }),
  identifier({
    name: 'DO_CEDULA',
    aliases: 'DOMINICAN_CEDULA',
    title: 'Dominican identity number (cédula)',
    source: 'Junta Central Electoral: Luhn',
    words: 'cédula, cedula, cédula de identidad, electoral',
    forms: { '###-#######-#': 0.65, '###########': 0.3 },
    valid: (c) => luhn(c) && !isRepeated(c),
    finds: ['Cédula {001-1391820-5}'],
    ignores: ['Cédula 001-1391820-6', 'pedido 00113918206'],
  }),
]
