import { z } from 'zod'

/** docs/spec/guard.md "Agents". Long enough for `server/tool` names of tool servers. */
export const TOOL_NAME_CHARS_MAX = 200

/** Part of a name between server separators: starts and ends with a letter, a digit or `_`, or ends with `-`. */
const PART = '[A-Za-z0-9_](?:[A-Za-z0-9_-]|[.:](?=[A-Za-z0-9_]))*'
const NAME = new RegExp(`^${PART}(?:/${PART})*$`)
/** Description of the grammar, for messages. */
export const TOOL_NAME_GRAMMAR =
  'ASCII letters, digits, "_" and "-", in parts that "." or ":" or "/" separates, e.g. "search", "github.search", "crm/search"'

/**
 * Returns whether a name is a valid tool name, as model APIs and the Model Context Protocol define it. An invalid name (`delete?x`,
 * `./delete`, `delete.`, lookalike letters) may reach a tool whose rules are written for its plain name.
 */
export function isToolName(name: string): boolean {
  return name.length <= TOOL_NAME_CHARS_MAX && NAME.test(name)
}

/** Returns whether a name is a valid tool name, or a prefix with a trailing `*`. A rule for any other name would match no call. */
export function isToolPattern(name: string): boolean {
  return isToolName(name) || (name.length <= TOOL_NAME_CHARS_MAX && /^[A-Za-z0-9_.:/-]*\*$/.test(name))
}

/** Characters that make two names look equal, which names must not contain. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|^\p{Zs}|\p{Zs}$/u

/** Tool name in a request. */
export const ToolName = z
  .string()
  .min(1)
  .max(TOOL_NAME_CHARS_MAX)
  .refine(isToolName, `is not a tool name. Use ${TOOL_NAME_GRAMMAR}`)

/** Tool name or a prefix with a trailing `*` in stored rules. Older rules with invalid names stay readable, but match no call. */
export const ToolPattern = z
  .string()
  .min(1)
  .max(TOOL_NAME_CHARS_MAX)
  .refine(
    (name) => !UNSEEN.test(name),
    'must not contain control or invisible characters and must not start or end with a space',
  )
  .refine((name) => !name.slice(0, -1).includes('*'), 'may contain "*" only as its last character')

/** Tool name or a prefix with a trailing `*` in new rules. */
export const NewToolPattern = z
  .string()
  .min(1)
  .max(TOOL_NAME_CHARS_MAX)
  .refine(isToolPattern, `is not a tool name or a prefix followed by "*". Use ${TOOL_NAME_GRAMMAR}`)
