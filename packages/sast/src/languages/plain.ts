import type { Language } from './language.ts'

/** Definition for languages without variables, calls and types. */
export const NO_CODE = {
  loose: [],
  inlined: [],
  same: [],
  optionalFields: [],
  assignments: [],
  declarations: [],
  changes: [],
  typed: [],
  parameters: [],
  members: [],
  calls: [],
  binary: [],
  functions: [],
  imports: 'none',
  sigil: '',
  pieces: [],
  ellipses: [{ statement: '_', argument: '_', parameter: '_', member: '_' }],
} satisfies Partial<Language>
