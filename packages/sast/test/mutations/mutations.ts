import { bracketAccess, optionalAccess, otherAccess } from './access.ts'
import type { Code } from './code.ts'
import type { Mutated } from './draft.ts'
import { extractCall } from './extract-call.ts'
import { extractValue } from './extract-value.ts'
import { extractVariable } from './extract-variable.ts'
import type { Finding, Group, Program } from './group.ts'
import { holdFunction } from './hold-function.ts'
import { aliasImport, qualifyImport } from './imports.ts'
import { inlineVariable } from './inline-variable.ts'
import { move } from './move.ts'
import { reformat } from './reformat.ts'
import { rename } from './rename.ts'
import { renameField } from './rename-field.ts'
import { renameReceiver } from './rename-receiver.ts'
import { reorder } from './reorder.ts'
import { formatText, interpolateText, joinText } from './text-form.ts'
import { addConditional, addDefault, parenthesise } from './wrap-value.ts'

/** Rewrites one file of a program; undefined for no change. */
export type Mutate = (code: Code, program: Program, group: Group, before: readonly Finding[]) => Mutated | undefined

/** Transformations that preserve a program's behavior. */
export const MUTATIONS: Readonly<Record<string, Mutate>> = {
  rename,
  'rename request field': renameField,
  'rename receiver': renameReceiver,
  reformat,
  reorder,
  'extract variable': extractVariable,
  'extract function of a value': extractValue,
  'extract function of a call': extractCall,
  'move to another file': move,
  'inline variable': inlineVariable,
  'alias import': aliasImport,
  'qualified import': qualifyImport,
  'function in a variable': holdFunction,
  'bracket access': bracketAccess,
  'optional access': optionalAccess,
  'other access': otherAccess,
  'interpolated text': interpolateText,
  'formatted text': formatText,
  'joined text': joinText,
  parentheses: parenthesise,
  default: addDefault,
  conditional: addConditional,
}
