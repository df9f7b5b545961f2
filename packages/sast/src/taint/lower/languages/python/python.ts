import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering, Logic } from '../../handlers.ts'
import { expressions } from './expressions.ts'
import { lowerModule } from './modules.ts'
import { pathOf, memberReference } from './paths.ts'
import { targets } from './patterns.ts'
import { assignment, statements } from './statements.ts'

function logic(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'parenthesized_expression':
      return { type: 'same', inner: file.first(node) }
    case 'not_operator':
      return { type: 'not', inner: file.child(node, 'argument') }
    case 'boolean_operator': {
      const type = file.operator(node) === 'and' ? 'and' : 'or'
      return { type, left: file.child(node, 'left'), right: file.child(node, 'right') }
    }
    default:
      return undefined
  }
}

export const python: LanguageLowering = {
  // `a = b = c`: an assignment is the value of another one.
  expressions: { ...expressions, assignment },
  statements,
  targets,
  skipped: ['comment', 'line_continuation', 'type', 'decorator', 'type_parameter', 'chevron'],
  file: lowerModule,
  path: pathOf,
  place: memberReference,
  logic,
}
