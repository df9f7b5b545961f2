import { AppsecValidationProblem, type Endpoint, GuardValidationProblem, Problem } from '@gatehouse/contracts'

import type { ValidationStyle } from '../problems.ts'
import type { Schemas } from './schemas.ts'
import type { Answer, Reference, Schema } from './types.ts'

/** Error responses by their name in the document. `example` contains a code and a message. */
const REFUSALS = {
  Malformed: ['400', 'The body is not valid JSON.', 'malformed_json', 'The body is not valid JSON.'],
  TenantKey: [
    '401',
    'The tenant key is missing or invalid.',
    'missing_tenant_key',
    'Tenant key missing. Send it in X-API-Key or as Authorization: Bearer.',
  ],
  AdminKey: [
    '401',
    'The admin key is missing or invalid.',
    'missing_admin_key',
    'Admin key missing. Send it in the X-Admin-Key header.',
  ],
  Member: [
    '401',
    'No key or session was sent, or the session has expired.',
    'Unauthorized',
    'Not authenticated. Send a key as Authorization: Bearer, or sign in.',
  ],
  Role: [
    '403',
    'The role of the caller is not sufficient, or the resource belongs to another organization.',
    'insufficient_role',
    'The role SECURITY is required; you have VIEWER.',
  ],
  Tester: [
    '401',
    'The key or token is missing or invalid.',
    'unauthorized',
    'Not authenticated. Send a key in X-API-Key or as Authorization: Bearer.',
  ],
  TesterRole: [
    '403',
    'The role of the caller is not sufficient.',
    'insufficient_role',
    'The role admin is required; you have viewer.',
  ],
  Scope: [
    '403',
    'The scope of the key is not sufficient.',
    'insufficient_scope',
    'This call requires a key with the admin scope; the key has the runtime scope.',
  ],
  NotFound: ['404', 'The resource does not exist.', 'not_found', 'Not found.'],
  Conflict: [
    '409',
    'The request conflicts with the current state of the resource.',
    'conflict',
    'This ID is already in use.',
  ],
  TooLarge: [
    '413',
    'The body exceeds the size limit, compressed or decompressed.',
    'body_too_large',
    'The body exceeds 2097152 bytes.',
  ],
  MediaType: [
    '415',
    'The Content-Type is not JSON, or the Content-Encoding is not supported.',
    'unsupported_media_type',
    'Send the body as application/json in UTF-8.',
  ],
  Busy: ['429', 'A rate limit or quota is exceeded. See `Retry-After`.', 'rate_limited', 'Too many requests.'],
  Unavailable: [
    '503',
    'A required dependency is unavailable. See `Retry-After`.',
    'unavailable',
    'The database is unavailable.',
  ],
  Internal: [
    '500',
    'Internal error. The log contains the cause under the request ID.',
    'internal_error',
    'Internal error. The log contains the cause under this request ID.',
  ],
  NotImplemented: [
    '501',
    'Not implemented in this version.',
    'not_implemented',
    'Pull requests are not supported yet.',
  ],
} as const
type Refusal = keyof typeof REFUSALS

const ALSO = { 401: 'Member', 403: 'Role', 429: 'Busy', 501: 'NotImplemented' } as const

/** Returns the possible error responses of an endpoint, as references by status. */
export function refusalsOf(row: Endpoint, style: ValidationStyle): Record<string, Reference> {
  const names: Refusal[] = ['Internal']
  if (row.auth === 'runtime' || row.auth === 'config') names.push('TenantKey', 'Busy', 'Unavailable')
  if (row.auth === 'config') names.push('Scope')
  if (row.auth === 'member') names.push('Member', 'Role', 'Unavailable')
  if (row.auth === 'tester') names.push('Tester', 'TesterRole', 'Busy', 'Unavailable')
  if (row.auth === 'platform') names.push('AdminKey', 'Unavailable')
  if (row.path.includes('{')) names.push('NotFound')
  if (row.method !== 'GET' && row.auth !== 'runtime') names.push('Conflict')
  if (row.body !== undefined) names.push('Malformed', 'TooLarge', 'MediaType')
  names.push(...(row.alsoRefuses ?? []).map((status) => ALSO[status]))
  const refusals = new Map<string, Reference>(names.map((name) => [REFUSALS[name][0], reference(name)]))
  if (row.body !== undefined || row.query !== undefined || row.params !== undefined) {
    refusals.set(style === 'guard' ? '422' : '400', reference('Invalid'))
  }
  return Object.fromEntries([...refusals].toSorted(([one], [two]) => Number(one) - Number(two)))
}

/** Returns all error responses for `components.responses`. */
export function refusalComponents(schemas: Schemas, style: ValidationStyle): Record<string, Answer> {
  const schema = schemas.use(Problem, 'output', 'Problem')
  const written = Object.entries(REFUSALS).map(([name, [status, description, error, detail]]) => {
    const retry =
      status === '429' || status === '503' ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}
    const example = { error, detail, request_id: REQUEST_ID }
    return [name, answer(description, schema, example, retry)] as const
  })
  const invalid =
    style === 'guard'
      ? answer('The request does not match its schema.', schemas.use(GuardValidationProblem, 'output', 'Invalid'), {
          error: 'invalid_request',
          detail: [{ loc: ['body', 'message'], msg: 'Field required', type: 'missing' }],
          request_id: REQUEST_ID,
        })
      : answer(
          'The body is not valid JSON, or the request does not match its schema.',
          schemas.use(AppsecValidationProblem, 'output', 'Invalid'),
          {
            error: 'invalid_request',
            detail: 'body.targetUrl: Field required.',
            details: [{ path: 'targetUrl', message: 'Field required' }],
            request_id: REQUEST_ID,
          },
        )
  return { ...Object.fromEntries(written), Invalid: invalid }
}

export const REQUEST_ID = '01980a5d-ac96-774b-bcce-b302099a8057'

function answer(description: string, schema: Schema, example: object, headers: object = {}): Answer {
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...headers },
    content: { 'application/json': { schema, example } },
  }
}

function reference(name: string): Reference {
  return { $ref: `#/components/responses/${name}` }
}
