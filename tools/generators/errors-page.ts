import type { FailureCode } from '@gatehouse/kernel'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

/** What a caller does about each: a code without a sentence does not compile. */
const ADVICE: Readonly<Record<FailureCode, string>> = {
  malformed_json: 'The body is not valid JSON. Repair the request; a retry will not help.',
  invalid_request: 'A field is missing, too long or of another type; the answer names each place. Repair the request.',
  missing_tenant_key: 'Send a key of a tenant in `X-API-Key` or as a bearer token.',
  invalid_tenant_key: 'The key is unknown, expired or revoked. Ask whoever runs the tenant for a new one.',
  missing_admin_key: 'Send the admin key of the deployment in `X-Admin-Key`.',
  invalid_admin_key: 'The admin key is another one; the first start printed it.',
  insufficient_scope: 'The key may use the service and not configure it. Use one of the scope admin.',
  authz_denied: 'The tenant, or a policy of it, does not let this caller do this.',
  Unauthorized: 'Sign in, or send a key of a member, at the appsec service.',
  unauthorized: 'Send a key or a token at the red-team service.',
  insufficient_role: 'The role of the caller is too low for this; the answer names the one that is needed.',
  not_a_member: 'The caller belongs to no organization, or to another one.',
  last_admin: 'The last administrator of an organization stays one. Make another first.',
  not_implemented: 'The contract has this, and this version does not.',
  origin_refused: 'A page of another site asked. Call the service from its own pages, or from a program.',
  not_found: 'There is no such thing, or none that the caller may see.',
  method_not_allowed: 'The path exists under another method; `Allow` names them.',
  conflict: 'The thing is in a state in which this cannot be done, or somebody was faster. Read it again.',
  limit_reached: 'There are as many as there may be. Remove some, or raise the limit where a setting has it.',
  body_too_large: 'The body is larger than this endpoint takes.',
  unsupported_media_type: 'Send the media type that the endpoint takes, mostly `application/json`.',
  guard_unavailable: 'A guard that was asked for cannot run here; the answer says what it needs.',
  rate_limited: 'Wait as long as `Retry-After` says, then send it again.',
  quota_exceeded: 'The tenant or organization has used what it may use. Wait, or raise its share.',
  egress_refused: 'The address is private, or may not be called from here. Allow it in `GATEHOUSE_EGRESS_ALLOW`.',
  target_refused: 'The target of a run may not be called, or does not answer as it was described.',
  target_failed: 'The target of a run failed while it was tried.',
  model_unavailable:
    'No connection to the model could be made, or it failed repeatedly. Wait as long as `Retry-After` says.',
  upstream_failed: 'The upstream was reached and broke off its answer. Send the request again.',
  upstream_invalid: 'The upstream sent something other than a valid answer. Check its address and its dialect.',
  upstream_timeout: 'The upstream did not answer in time. Retry, or raise `timeout_s` of the upstream.',
  model_refused: 'The model, or the provider before it, refused the request.',
  invalid_setting: 'A setting of the deployment is wrong; the log says which. Nothing that a caller can repair.',
  overloaded: 'Too many large texts wait for evaluation. Wait as long as `Retry-After` says.',
  unavailable: 'Something that the service needs does not work at the moment. Wait as long as `Retry-After` says.',
}

export default {
  about: 'The page of error codes, from the table that maps them to statuses',
  async generate() {
    const { STATUS } = await import('@gatehouse/http')
    const rows = Object.entries(STATUS).map(([name, status]) => [
      code(name),
      name === 'invalid_request' ? '422 (guard), 400 (appsec, red team)' : String(status),
      cell(ADVICE[name as FailureCode]),
    ])
    return {
      'docs/generated/errors.md': page([
        '# Error codes',
        '',
        'A request that fails answers JSON with `error`, a code to branch on, `detail`, a sentence for people, and `request_id`,',
        'which the log and the audit record hold too. 429 and 503 carry `Retry-After`. The gateways answer in the words of the',
        'interface that they stand for, under the same statuses. A defect of ours answers 500 with `internal_error`.',
        '',
        '```json',
        '{ "error": "not_found", "detail": "There is no webhook with this id.", "request_id": "01980a5d-ac96-774b-bcce-b302099a8057" }',
        '```',
        '',
        ...table(
          ['code', 'status', 'what to do'],
          rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
        ),
        '',
        'JSON that is nested too deeply or has too many values answers `invalid_request`; the violation has the type `too_deep` or',
        '`too_many_values`. Requests that are not valid HTTP never reach an endpoint. They answer 400 `malformed_request`',
        '(also without a `Host` or with several), 417 `expectation_failed` or 431 `headers_too_large`, without a `request_id`.',
      ]),
    }
  },
} satisfies Generator
