import { digitAt, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { hasDay } from './rules.ts'

export const baltic = [
  identifier({
    name: 'EE_ISIKUKOOD',
    aliases: 'ISIKUKOOD ESTONIAN_ID',
    title: 'Estonian personal identification code',
    source: 'EVS 585:2007: two-stage modulo 11',
    words: 'isikukood, isikukoodi, ik, isikutunnistus, id kaart, estonian id',
    forms: { '[1-8]##########': 0.4 },
    valid: isTwoStage,
    finds: ['Isikukood {37605030299}'],
    ignores: ['Isikukood 37605030298', '37605030299', 'tellimus 37613030299'],
  }),
  identifier({
    name: 'LT_ASMENS_KODAS',
    aliases: 'ASMENS_KODAS LITHUANIAN_ID',
    title: 'Lithuanian personal code',
    source: 'Gyventojų registro įstatymas: two-stage modulo 11',
    words: 'asmens kodas, asmens kodo, a k, asmens',
    forms: { '[3-6]##########': 0.4 },
    valid: isTwoStage,
    finds: ['Asmens kodas {33309240064}'],
    ignores: ['Asmens kodas 33309240065', '33309240064'],
  }),
  identifier({
    name: 'LV_PERSONAS_KODS',
    aliases: 'PERSONAS_KODS LATVIAN_ID',
    title: 'Latvian personal code',
    source: 'Fizisko personu reģistra likums: date and modulo 11, or since 2017 a random number from 32',
    words: 'personas kods, personas koda, p k, personas',
    forms: { '######-#####': 0.5, '###########': 0.25 },
    valid: (c) => {
      if (c.startsWith('32')) return true
      return hasDay(c, 2, 0) && ((1101 - weighted(c, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11) % 10 === digitAt(c, 10)
    },
    finds: ['Personas kods {161175-19997}', 'personas kods {320123-45678}'],
    ignores: ['Personas kods 161175-19998', 'rēķins 161375-19997', '16117519997'],
  }),
]

/** Uses the weights 1 to 9 and 1; for the remainder 10, again with 3 to 9 and 1 to 3. */
function isTwoStage(compact: string): boolean {
  if (!hasDay(compact, 3, 5)) return false
  let rest = weighted(compact, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
  if (rest === 10) rest = (weighted(compact, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10
  return rest === digitAt(compact, 10)
}
