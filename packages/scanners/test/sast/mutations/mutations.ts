import type { Code } from './code.ts'
import type { Mutated } from './draft.ts'
import { extractCall } from './extract-call.ts'
import { extractValue } from './extract-value.ts'
import { extractVariable } from './extract-variable.ts'
import type { Finding, Group, Program } from './group.ts'
import { move } from './move.ts'
import { reformat } from './reformat.ts'
import { rename } from './rename.ts'
import { renameField } from './rename-field.ts'
import { reorder } from './reorder.ts'

/** Writes one file of a program in another way; undefined where that changes nothing of it. */
export type Mutate = (code: Code, program: Program, group: Group, before: readonly Finding[]) => Mutated | undefined

/** Ways to write a program again that change nothing of what it does. */
export const MUTATIONS: Readonly<Record<string, Mutate>> = {
  rename,
  'rename request field': renameField,
  reformat,
  reorder,
  'extract variable': extractVariable,
  'extract function of a value': extractValue,
  'extract function of a call': extractCall,
  'move to another file': move,
}
