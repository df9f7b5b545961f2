import { Failure } from '@gatehouse/kernel'
import type { ChatRequest, JsonObject } from './dialect.ts'
import { isObject, stringOf } from './json.ts'

/** Names come from callers and become keys in the cache. The bodies of checks have the same bounds. */
const NAME_CHARS_MAX = 256
export const GRANT_CHARS_MAX = 512

/**
 * Who acts, as a body says it in the field that clients have for data of their own: `metadata.session_id`, `agent_key` (or
 * `agent_id`), `user_role`, and what lets a call through that had to wait: `grant_id`,
 * `approval_request_id`, `confirmation_token`. For whom it acts, clients say in `safety_identifier` or `user`; that names no agent, since
 * applications put names there that their users have chosen.
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
 * A name that a body or a header gives; undefined where it gives none. A name that was cut would be that of another session.
 * @throws {Failure} `invalid_request` for a name that is too long
 */
export function boundedName(value: unknown, field: string, charsMax: number = NAME_CHARS_MAX): string | undefined {
  const name = stringOf(value)
  if (name === undefined || name === '') return undefined
  if (name.length > charsMax) {
    throw new Failure('invalid_request', `${field} is too long: ${name.length} characters, at most ${charsMax}.`)
  }
  return name
}

/** Names of users are for records alone; a longer one is left out. */
function nameOf(value: unknown): string | undefined {
  const name = stringOf(value)
  return name === undefined || name === '' || name.length > NAME_CHARS_MAX ? undefined : name
}
