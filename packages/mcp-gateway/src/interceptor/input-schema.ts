import { type ArgumentSchema, compileSentSchema, sentenceOf, type ToolCall } from '@gatehouse/guards/tools'
import { Failure } from '@gatehouse/kernel'
import type { Pin } from '../pins/pin-store.ts'
import type { Stop } from '../enforcement/enforcement.ts'
import { isFields } from '../screening/envelope.ts'

/** Result of checking arguments against a tool's `inputSchema`. */
export type SchemaCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid' | 'unenforceable'; readonly stop: Stop }

const GUARDRAIL = 'tool_call_validation'
const VALID: SchemaCheck = { kind: 'valid' }

/**
 * Checks the arguments of a call against the last listed `inputSchema`. docs/decisions/0026.
 * @returns `unenforceable` for a schema that exceeds the limits of the validator
 */
export function checkInputSchema({ args }: ToolCall, { accepted, seen }: Pin): SchemaCheck {
  const { inputSchema, truncated } = (seen ?? accepted).definition
  if (truncated === true) return unenforceable('The definition is too large to be stored.')
  if (!isFields(inputSchema)) return VALID
  const schema = compiled(inputSchema)
  if (typeof schema === 'string') return unenforceable(schema)
  const [first] = schema.problems(args)
  return first === undefined
    ? VALID
    : { kind: 'invalid', stop: { guardrail: GUARDRAIL, message: `Invalid arguments: ${sentenceOf(first)}` } }
}

function unenforceable(reason: string): SchemaCheck {
  return { kind: 'unenforceable', stop: { guardrail: GUARDRAIL, message: `Input schema not enforced: ${reason}` } }
}

function compiled(schema: Readonly<Record<string, unknown>>): ArgumentSchema | string {
  try {
    return compileSentSchema(schema, ['inputSchema'])
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'invalid_request') return thrown.message
    throw thrown
  }
}
