import type { ChatRequest, JsonObject } from './dialect.ts'
import { isObject, stringOf } from './json.ts'

/** Names come from callers and become keys in the cache; longer ones are nobody's. */
const NAME_CHARS_MAX = 256
/** As in bodies of tool checks. */
const GRANT_CHARS_MAX = 512

/**
 * Who acts, as a body says it in the field that clients have for data of their own: `metadata.session_id`, `agent_key` (or
 * `agent_id`), `user_role`, and what lets a call through that had to wait: `grant_id`,
 * `approval_request_id`, `confirmation_token`. For whom it acts, clients say in `safety_identifier` or `user`; that names no agent, since
 * applications put names there that their users have chosen.
 */
export function callerOfBody(body: JsonObject): ChatRequest['caller'] {
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  return {
    sessionId: nameOf(metadata['session_id']),
    agentKey: nameOf(metadata['agent_key']) ?? nameOf(metadata['agent_id']),
    userRole: nameOf(metadata['user_role']),
    userId: nameOf(body['safety_identifier']) ?? nameOf(body['user']) ?? nameOf(metadata['user_id']),
    grantId: nameOf(metadata['grant_id'], GRANT_CHARS_MAX),
    approvalRequestId: nameOf(metadata['approval_request_id'], GRANT_CHARS_MAX),
    confirmationToken: nameOf(metadata['confirmation_token'], GRANT_CHARS_MAX),
  }
}

function nameOf(value: unknown, charsMax: number = NAME_CHARS_MAX): string | undefined {
  const name = stringOf(value)
  return name === undefined || name === '' || name.length > charsMax ? undefined : name
}
