import { NONE } from '../ir.ts'
import { Conditions } from './conditions.ts'
import type { Finding, Proof } from './truth.ts'
import type { Definitions } from './definitions.ts'
import { subjectsOf } from './subjects.ts'

/** What holds of a parameter of a function where it gives true. */
export interface Held {
  readonly parameter: number
  readonly proof: Proof
}

/** @returns what holds of its parameters where a function without branches gives true */
export function returnedBy({ values }: Conditions, inner: Definitions, depth: number): readonly Held[] {
  const { fn } = inner
  const ends = fn.blocks.flatMap(({ ending, instructions }, block) =>
    ending.type === 'return' && ending.value !== NONE ? [{ ending, at: { block, index: instructions.length } }] : [],
  )
  const [only, ...others] = ends
  if (only === undefined || others.length > 0) return []
  const own = new Conditions(values, inner)
  const found: readonly Finding[] = own.truth(only.ending.value, only.at, depth + 1).yes
  return found.flatMap(({ value, at, proof }) =>
    subjectsOf(inner, value, at, only.at).flatMap(({ subject, isHost }): Held[] => {
      const parameter =
        subject.type === 'variable' && !isHost
          ? fn.parameters.findIndex(({ register }) => register === subject.register)
          : -1
      return parameter === -1 ? [] : [{ parameter, proof }]
    }),
  )
}

/** Whether what holds of each member holds of what they are taken from: registers of others are not known here. */
export function isBackByMember(proof: Proof): boolean {
  return proof.type === 'constant' || proof.type === 'form' || proof.type === 'kind' || proof.type === 'list'
}
