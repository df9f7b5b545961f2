import { z } from 'zod'
import { TARGET_TYPES } from './words.ts'

const NAME_CHARS_MAX = 200
const URL_CHARS_MAX = 2_000
/** Of a secret in a request: the largest tokens are a few kilobytes. */
const SECRET_CHARS_MAX = 16_384
const TEMPLATE_CHARS_MAX = 100_000
const PROMPT_CHARS_MAX = 200_000
const HEADERS_MAX = 50
const VARIABLES_MAX = 50
const CANARIES_MAX = 50
const TOOLS_MAX = 500
const STEPS_MAX = 10
const TIMEOUT_MS = { default: 30_000, max: 120_000 } as const
const RETRIES = { default: 2, max: 10 } as const

/** A name of a field of HTTP: RFC 9110 section 5.1. */
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'must be a valid header name')
const HeaderValue = z
  .string()
  .max(SECRET_CHARS_MAX)
  .regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be a single line of Latin-1 text')
/** A path of 31 names with their separators. */
const PATH_CHARS_MAX = 4_096
const Name = z.string().trim().min(1).max(NAME_CHARS_MAX)
/**
 * Names and indexes between dots: `choices.0.message.content`. JSONPath's brackets and its leading `$` are accepted too
 * (`$.choices[0].message['content']`) and stored as dots.
 */
export const DottedPath = z
  .string()
  .max(PATH_CHARS_MAX)
  .transform((path) =>
    path
      .replace(/^\$(?=[.[])/, '')
      .replaceAll(/\[(?:(\d{1,9})|'([^'.[\]]{1,100})'|"([^".[\]]{1,100})")\]/g, '.$1$2$3')
      .replace(/^\./, ''),
  )
  .pipe(
    z
      .string()
      .regex(
        /^[^.\s[\]]{1,100}(?:\.[^.\s[\]]{1,100}){0,30}$/,
        'must be a path of names and indexes, e.g. choices.0.message.content or choices[0].message.content',
      ),
  )
const secret = z.string().min(1).max(SECRET_CHARS_MAX)
const address = z.string().trim().min(1).max(URL_CHARS_MAX)

/** How the target knows its caller. docs/spec/redteam.md "Target". */
export const TargetAuth = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bearer'), token: secret }),
  z.object({ type: z.literal('basic'), username: Name, password: secret }),
  z.object({
    type: z.literal('api_key'),
    name: HeaderName.default('x-api-key'),
    in: z.enum(['header', 'query']).default('header'),
    value: secret,
  }),
  z.object({
    type: z.literal('oauth2_client_credentials'),
    tokenUrl: address,
    clientId: Name,
    clientSecret: secret,
    scope: z.string().max(NAME_CHARS_MAX).optional(),
    audience: z.string().max(URL_CHARS_MAX).optional(),
  }),
])
export type TargetAuth = z.infer<typeof TargetAuth>

/** Where the word for a conversation travels. */
const SessionPlace = z.object({ in: z.enum(['cookie', 'header', 'body']), name: Name })

/** How conversations are kept apart. */
export const TargetSessions = z.object({
  /** `client`: we make the word; `server`: the target's first answer holds it; `none`: each request stands alone. */
  madeBy: z.enum(['client', 'server', 'none']).default('none'),
  send: SessionPlace.optional(),
  /** Where the target's answer holds the word that it made: a dotted path in a body, or the name of a header or cookie. */
  receive: SessionPlace.optional(),
  /** Whether the target remembers, so that the history is not sent. */
  remembers: z.boolean().default(true),
})

/** A request before the first message, such as signing in; what its answer holds is used in later ones. Never a command. */
export const TargetStep = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  path: address,
  headers: z.record(HeaderName, HeaderValue).optional(),
  body: z.string().max(TEMPLATE_CHARS_MAX).optional(),
  /** Variables, each from a dotted path in the answer's JSON or from a header: `{token: "data.token", id: "header:x-id"}`. */
  extract: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,40}$/i), z.string().min(1).max(NAME_CHARS_MAX)).optional(),
})

/** The agent that is attacked. docs/spec/redteam.md §2, "Target". */
export const RunTarget = z.object({
  type: z.enum(TARGET_TYPES).default('http_agent'),
  name: Name.optional(),
  baseUrl: address,
  agentEndpoint: z.string().max(URL_CHARS_MAX).default(''),
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).default('POST'),
  headers: z
    .record(HeaderName, HeaderValue)
    .refine((all) => Object.keys(all).length <= HEADERS_MAX, `must contain at most ${HEADERS_MAX} headers`)
    .optional(),
  auth: TargetAuth.optional(),
  customApiTemplate: z
    .object({
      bodyTemplate: z.string().max(TEMPLATE_CHARS_MAX).optional(),
      responsePath: DottedPath.optional(),
    })
    .optional(),
  variables: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,40}$/i), z.string().max(SECRET_CHARS_MAX))
    .refine((all) => Object.keys(all).length <= VARIABLES_MAX, `must contain at most ${VARIABLES_MAX} variables`)
    .optional(),
  model: Name.optional(),
  session: TargetSessions.optional(),
  steps: z.array(TargetStep).max(STEPS_MAX).optional(),
  stream: z.boolean().optional(),
  toolCallsPath: DottedPath.optional(),
  systemPrompt: z.string().max(PROMPT_CHARS_MAX).optional(),
  canaries: z
    .array(z.object({ name: Name, value: z.string().min(6).max(SECRET_CHARS_MAX) }))
    .max(CANARIES_MAX)
    .optional(),
  allowedTools: z.array(Name).max(TOOLS_MAX).optional(),
  /** Asked before and after an attack: the answers tell whether it has changed something. */
  stateProbe: TargetStep.omit({ extract: true }).optional(),
  timeoutMs: z.int().min(1).max(TIMEOUT_MS.max).default(TIMEOUT_MS.default),
  retries: z.int().min(0).max(RETRIES.max).default(RETRIES.default),
})
export type RunTarget = z.infer<typeof RunTarget>
