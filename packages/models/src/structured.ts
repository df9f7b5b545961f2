import { z } from 'zod'
import type { AnswerSchema, ChatMessage } from './chat-model.ts'

/** Of a malformed answer this much is shown back to the model, and this many of its faults. */
const SHOWN_CHARS_MAX = 4000
const FAULTS_MAX = 5
/** Open reasoning models end their reasoning with this tag, inside the answer's text. */
const END_OF_THOUGHT = '</think>'

export type Reading =
  | { readonly fits: true; readonly value: unknown }
  | { readonly fits: false; readonly faults: readonly string[] }

/** Returns the JSON Schema of the model's output, i.e. of the input of the Zod schema. */
export function jsonSchemaOf({ schema }: AnswerSchema): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' })
}

/** Returns the schema instruction for the model; providers with schema support also get it as a parameter. */
export function schemaInstruction(answer: AnswerSchema): ChatMessage {
  const schema = JSON.stringify(jsonSchemaOf(answer))
  return {
    role: 'system',
    content: `Reply with a single JSON value and nothing around it. It must be valid against this JSON Schema: ${schema}`,
  }
}

/** Reads the value out of an answer: models like to wrap it in a code fence or in a sentence. */
export function readAnswer(text: string, { schema }: AnswerSchema): Reading {
  const value = parseLoosely(text)
  if (value === undefined) return { fits: false, faults: ['it is not JSON'] }
  const read = schema.safeParse(value.json)
  if (read.success) return { fits: true, value: read.data }
  const faults = read.error.issues
    .slice(0, FAULTS_MAX)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
  return { fits: false, faults }
}

/** Returns the messages after an invalid answer. */
export function repairMessages(text: string, faults: readonly string[]): readonly ChatMessage[] {
  return [
    { role: 'assistant', content: text.slice(0, SHOWN_CHARS_MAX) },
    {
      role: 'user',
      content: `That reply is not valid: ${faults.join('; ')}. Send the corrected JSON value and nothing else.`,
    },
  ]
}

// Parses JSON; the wrapper object distinguishes a `null` value from invalid JSON.
function parseLoosely(text: string): { readonly json: unknown } | undefined {
  // The reasoning before the answer may contain braces too.
  const thoughtEnd = text.lastIndexOf(END_OF_THOUGHT)
  const reply = thoughtEnd < 0 ? text : text.slice(thoughtEnd + END_OF_THOUGHT.length)
  const open = reply.search(/[[{]/)
  const close = Math.max(reply.lastIndexOf('}'), reply.lastIndexOf(']'))
  return parse(reply) ?? (open >= 0 && close > open ? parse(reply.slice(open, close + 1)) : undefined)
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
