import { NONE } from '../ir.ts'
import { Conditions } from './conditions.ts'
import type { Finding, Proof } from './truth.ts'
import type { Definitions } from './definitions.ts'
import { subjectsOf } from './subjects.ts'

/** Facts about a parameter of a function that returns true. */
export interface ParameterGuarantee {
  readonly parameter: number
  readonly proof: Proof
}

/** @returns facts about the parameters of a branch-free function that returns true */
export function returnedBy({ values }: Conditions, inner: Definitions, depth: number): readonly ParameterGuarantee[] {
  const { fn } = inner
  const ends = fn.blocks.flatMap(({ ending, instructions }, block) =>
    ending.type === 'return' && ending.value !== NONE ? [{ ending, at: { block, index: instructions.length } }] : [],
  )
  const [only, ...others] = ends
  if (only === undefined || others.length > 0) return []
  const own = new Conditions(values, inner)
  const found: readonly Finding[] = own.truth(only.ending.value, only.at, depth + 1).yes
  return found.flatMap(({ value, at, proof }) =>
    subjectsOf(inner, value, at, only.at).flatMap(({ subject, isHost }): ParameterGuarantee[] => {
      const parameter =
        subject.type === 'variable' && !isHost
          ? fn.parameters.findIndex(({ register }) => register === subject.register)
          : -1
      return parameter === -1 ? [] : [{ parameter, proof }]
    }),
  )
}

/** Whether facts about each member apply to the collection: registers of other functions are unknown here. */
export function isBackByMember(proof: Proof): boolean {
  return proof.type === 'constant' || proof.type === 'form' || proof.type === 'kind' || proof.type === 'list'
}
