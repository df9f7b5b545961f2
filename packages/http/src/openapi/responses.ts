import { AppsecValidationProblem, type Endpoint, GuardValidationProblem, Problem } from '@gatehouse/contracts'

import type { ValidationStyle } from '../problems.ts'
import type { Schemas } from './schemas.ts'
import type { Answer, Reference, Schema } from './types.ts'

/** Refusals by their name in the document. `example` is a code and a sentence as the server writes them. */
const REFUSALS = {
  Malformed: ['400', 'The body is not JSON.', 'malformed_json', 'The body is not valid JSON.'],
  TenantKey: [
    '401',
    'No tenant key, or one that identifies no tenant.',
    'missing_tenant_key',
    'Send a tenant key in X-API-Key or as Authorization: Bearer.',
  ],
  AdminKey: [
    '401',
    'No admin key, or a wrong one.',
    'missing_admin_key',
    'Send the admin key in the header X-Admin-Key.',
  ],
  Member: [
    '401',
    'No key and no session, or one that has ended.',
    'Unauthorized',
    'Send a key as Authorization: Bearer, or sign in.',
  ],
  Role: [
    '403',
    'The role of the caller may not do this, or the thing is of another organization.',
    'insufficient_role',
    'This needs the role SECURITY; you are VIEWER.',
  ],
  Tester: [
    '401',
    'No key and no token, or one that identifies nobody.',
    'unauthorized',
    'Send a key in X-API-Key or as Authorization: Bearer.',
  ],
  TesterRole: [
    '403',
    'The role of the caller may not do this.',
    'insufficient_role',
    'This needs the role admin; you have viewer.',
  ],
  Scope: [
    '403',
    'The key may not do this.',
    'insufficient_scope',
    'This call needs a key of scope admin; the given key has scope runtime.',
  ],
  NotFound: ['404', 'There is no such thing.', 'not_found', 'There is no such thing here.'],
  Conflict: ['409', 'The call contradicts what is there.', 'conflict', 'This id is taken.'],
  TooLarge: [
    '413',
    'The body is over the limit, before or after inflation.',
    'body_too_large',
    'The body is larger than 2097152 bytes.',
  ],
  MediaType: [
    '415',
    'The body is not JSON by its type, or has an unknown encoding.',
    'unsupported_media_type',
    'Send the body as application/json in UTF-8.',
  ],
  Busy: ['429', 'Over a rate or a quota. `Retry-After` says when to come back.', 'rate_limited', 'Too many requests.'],
  Unavailable: [
    '503',
    'Something needed is not there. `Retry-After` says when to come back.',
    'unavailable',
    'The database does not answer.',
  ],
  Internal: [
    '500',
    'A defect on our side; the log holds the cause under the request id.',
    'internal_error',
    'Something went wrong on our side. The log holds the cause under this request id.',
  ],
  NotThereYet: ['501', 'This is not there yet.', 'not_implemented', 'This service does not open pull requests yet.'],
} as const
type Refusal = keyof typeof REFUSALS

const ALSO = { 401: 'Member', 403: 'Role', 429: 'Busy', 501: 'NotThereYet' } as const

/** The refusals that an endpoint may answer with, as references by status. */
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

/** All of them, for `components.responses`. */
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
      ? answer('The request does not fit its schema.', schemas.use(GuardValidationProblem, 'output', 'Invalid'), {
          error: 'invalid_request',
          detail: [{ loc: ['body', 'message'], msg: 'Field required', type: 'missing' }],
          request_id: REQUEST_ID,
        })
      : answer(
          'The body is not JSON, or the request does not fit its schema.',
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
