import type { z } from 'zod'

type Fields = Readonly<Record<string, unknown>>

/** Required members by part type, at least one of each list. Parts of other types are forwarded unchecked. */
export type PartMembers = Readonly<Record<string, readonly string[]>>

/** Parts of chat completions. File content is in a nested field. */
export const CHAT_PARTS: PartMembers = {
  text: ['text'],
  refusal: ['refusal'],
  image_url: ['image_url'],
  input_audio: ['input_audio'],
  file: ['file'],
}
const FILE = ['file_data', 'file_id', 'file_url']

/** Parts of the Responses API. */
export const RESPONSES_PARTS: PartMembers = {
  input_text: ['text'],
  output_text: ['text'],
  refusal: ['refusal'],
  input_image: ['image_url', 'file_id'],
  input_file: FILE,
  input_audio: ['input_audio', 'data'],
}

/** Blocks of the Messages API. */
export const MESSAGES_PARTS: PartMembers = { text: ['text'], image: ['source'], document: ['source'] }

/** Members with text values. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'refusal'])

/** Rejects parts without a type or required fields, which could not be screened. */
export function checkParts(
  parts: readonly unknown[],
  members: PartMembers,
  path: readonly (string | number)[],
  context: z.RefinementCtx,
): void {
  for (const [at, part] of parts.entries()) {
    if (typeof part !== 'object' || part === null) continue
    const problem = problemOf(part as Fields, members)
    if (problem === undefined) continue
    const [member, message] = problem
    context.addIssue({ code: 'custom', path: [...path, at, member], message, params: { type: 'missing' } })
  }
}

/** Returns a message about the missing field. */
function problemOf(part: Fields, members: PartMembers): readonly [string, string] | undefined {
  const { type } = part
  if (typeof type !== 'string') return ['type', 'Field required']
  const wanted = Object.hasOwn(members, type) ? members[type]! : []
  const [first] = wanted
  if (first === undefined) return undefined
  if (!wanted.some((name) => isGiven(part, name))) {
    return [first, `Field required: a part of type "${type}" needs ${wanted.join(' or ')}`]
  }
  const { file } = part
  if (type !== 'file' || members !== CHAT_PARTS || FILE.some((name) => isGiven(file as Fields, name))) return undefined
  return ['file', `Field required: file needs ${FILE.join(' or ')}`]
}

function isGiven(value: Fields, name: string): boolean {
  const member = value[name]
  return TEXTS.has(name) ? typeof member === 'string' : member !== undefined && member !== null
}
