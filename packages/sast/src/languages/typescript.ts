import { SOURCE_FILES } from '@gatehouse/scan-engine'
import { javascript } from './javascript.ts'
import type { Language } from './language.ts'

export const typescript: Language = {
  ...javascript,
  name: 'typescript',
  aliases: ['ts'],
  ...SOURCE_FILES.typescript,
  programs: /^(?:deno|ts-node|tsx)$/,
  grammar: 'typescript',
  // A parameter with a type equals the parameter without it, and a cast value equals the value.
  transparent: [...javascript.transparent, 'required_parameter', 'non_null_expression', 'type_annotation'],
  loose: ['required_parameter', 'optional_parameter', 'as_expression', 'satisfies_expression'],
  same: [
    ...javascript.same,
    ['required_parameter', 'optional_parameter'],
    ['class_declaration', 'abstract_class_declaration', 'class'],
  ],
}

export const tsx: Language = { ...typescript, name: 'tsx', aliases: [], ...SOURCE_FILES.tsx, grammar: 'tsx' }
