import { Failure } from '@gatehouse/kernel'
import type { ChatRequest, JsonObject } from './dialect.ts'
import { isObject, stringOf } from './json.ts'

/** Maximum length of names, which are untrusted and become cache keys. Checks have the same limits. */
const NAME_CHARS_MAX = 256
export const GRANT_CHARS_MAX = 512

/**
 * Returns the caller from the client data of a body: `metadata.session_id`, `agent_key` (or `agent_id`), `user_role`, and the
 * authorization of a held call: `grant_id`, `approval_request_id`, `confirmation_token`. The user is in `safety_identifier` or `user`,
 * which never identify an agent.
 * @throws {Failure} `invalid_request` for a name that is too long
 */
export function callerOfBody(body: JsonObject): ChatRequest['caller'] {
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  return {
    sessionId: boundedName(metadata['session_id'], 'metadata.session_id'),
    agentKey:
      boundedName(metadata['agent_key'], 'metadata.agent_key') ??
      boundedName(metadata['agent_id'], 'metadata.agent_id'),
    userRole: boundedName(metadata['user_role'], 'metadata.user_role'),
    userId: nameOf(body['safety_identifier']) ?? nameOf(body['user']) ?? nameOf(metadata['user_id']),
    grantId: boundedName(metadata['grant_id'], 'metadata.grant_id', GRANT_CHARS_MAX),
    approvalRequestId: boundedName(metadata['approval_request_id'], 'metadata.approval_request_id', GRANT_CHARS_MAX),
    confirmationToken: boundedName(metadata['confirmation_token'], 'metadata.confirmation_token', GRANT_CHARS_MAX),
  }
}

/**
 * Returns a name from a body or a header, or undefined. A truncated name could be that of another session.
 * @throws {Failure} `invalid_request` for a name that is too long
 */
export function boundedName(value: unknown, field: string, charsMax: number = NAME_CHARS_MAX): string | undefined {
  const name = stringOf(value)
  if (name === undefined || name === '') return undefined
  if (name.length > charsMax) {
    throw new Failure('invalid_request', `${field} is too long: ${name.length} characters; the limit is ${charsMax}.`)
  }
  return name
}

/** Returns a user name, or undefined if it is too long. It is only recorded. */
function nameOf(value: unknown): string | undefined {
  const name = stringOf(value)
  return name === undefined || name === '' || name.length > NAME_CHARS_MAX ? undefined : name
}
