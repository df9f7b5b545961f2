import type { FailureCode } from '@gatehouse/kernel'
import type { Generator } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'

/** Meaning of and fix for each error code. A code without an entry does not compile. */
const ADVICE: Readonly<Record<FailureCode, string>> = {
  malformed_json: 'The body is not valid JSON. Fix the request; a retry does not help.',
  invalid_request:
    'A field is missing, too long or of the wrong type; the response lists every violation. Fix the request.',
  missing_tenant_key: 'Send a tenant API key in `X-API-Key` or as a bearer token.',
  invalid_tenant_key: 'The key is unknown, expired or revoked. Ask your tenant administrator for a new one.',
  missing_admin_key: 'Send the admin key of the deployment in `X-Admin-Key`.',
  invalid_admin_key:
    'The admin key is wrong. It is the value of `SHIELD_ADMIN_KEY`, or the key printed at the first start.',
  insufficient_scope: 'The key can use the service but not configure it. Use a key with the `admin` scope.',
  authz_denied: 'The tenant or one of its policies does not allow this request for this caller.',
  Unauthorized: "Sign in to the appsec service, or send a member's API key.",
  unauthorized: 'Send an API key or a token for the red-team service.',
  insufficient_role: "The caller's role does not allow this operation; the response names the required role.",
  not_a_member: 'The caller is not a member of this organization.',
  GITHUB_REPO_REQUIRED: 'The project has no host link. Link it to its repository with `PUT /api/projects/{id}/host`.',
  last_admin: 'An organization must have at least one administrator. Make another member an administrator first.',
  not_implemented: 'This version does not support the operation.',
  origin_refused: 'Cross-origin request rejected. Call the service from its own pages or from a non-browser client.',
  not_found: 'The resource does not exist, or the caller has no access to it.',
  method_not_allowed: 'The path does not support this method; the `Allow` header lists the supported methods.',
  conflict:
    'The current state of the resource does not allow this operation, or another request changed it first. Read the resource again.',
  limit_reached: 'The maximum number of items is reached. Delete some, or raise the limit if it has a setting.',
  body_too_large: 'The body is larger than the endpoint allows.',
  unsupported_media_type: 'Send a media type that the endpoint accepts, usually `application/json`.',
  guard_unavailable: 'A requested guard is not available in this deployment; the response says what it requires.',
  rate_limited: 'Retry after the time in `Retry-After`.',
  quota_exceeded: 'The quota of the tenant or organization is used up. Wait, or raise the quota.',
  egress_refused: 'The address is private or not allowed as a destination. Add it to `GATEHOUSE_EGRESS_ALLOW`.',
  target_refused: 'The target is not allowed, or its responses do not match its description.',
  target_failed: 'The target failed during its test.',
  model_unavailable: 'The model could not be reached or failed repeatedly. Retry after the time in `Retry-After`.',
  upstream_failed: 'The upstream ended its response early. Retry the request.',
  upstream_invalid: 'The upstream returned an invalid response. Check its URL and dialect.',
  upstream_timeout: 'The upstream did not respond in time. Retry, or raise its `timeout_s`.',
  model_refused: 'The model or its provider rejected the request.',
  invalid_setting: 'A deployment setting is invalid; the log names it. Callers cannot fix this error.',
  overloaded: 'Too many large texts are waiting for evaluation. Retry after the time in `Retry-After`.',
  unavailable: 'A service dependency is unavailable. Retry after the time in `Retry-After`.',
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
        'A failed request returns JSON with `error` (a code for programs), `detail` (a message for people) and `request_id`, which',
        'also appears in the log and the audit log. Responses with status 429 and 503 have a `Retry-After` header. The gateways',
        'return errors in the format of the API that they proxy, with the same status codes. Internal errors return 500 with',
        '`internal_error`.',
        '',
        '```json',
        '{ "error": "not_found", "detail": "There is no webhook with this id.", "request_id": "01980a5d-ac96-774b-bcce-b302099a8057" }',
        '```',
        '',
        ...table(
          ['Code', 'Status', 'Meaning and fix'],
          rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
        ),
        '',
        'JSON that is nested too deeply or has too many values returns `invalid_request` with a violation of type `too_deep` or',
        '`too_many_values`. Requests that are not valid HTTP do not reach an endpoint and have no `request_id`. They return 400',
        '`malformed_request` (also for a missing or repeated `Host` header), 417 `expectation_failed` or 431 `headers_too_large`.',
      ]),
    }
  },
} satisfies Generator
