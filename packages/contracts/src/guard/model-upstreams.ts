import { z } from 'zod'
import { del, get, put } from '../endpoint.ts'

/** Own limit for the providers of one tenant. Every instance caches those of active tenants. */
export const UPSTREAMS_MAX = 32
/** Own limit for the model names and patterns of one provider. */
const MODELS_MAX = 200
const MODEL_CHARS_MAX = 256
const URL_CHARS_MAX = 2_048
/** Own limit: keys of some clouds are signed tokens with some thousand characters. */
const SECRET_CHARS_MAX = 8_192
const HEADERS_MAX = 16
const ORDER_MAX = 1_000
const WEIGHT_MAX = 1_000
/** Timeout of the first byte. Reasoning models take minutes. */
const TIMEOUT_S = { default: 120, max: 600 } as const
/** Maximum time between two pieces of an answer. Reasoning models may also pause in between. */
const IDLE_TIMEOUT_S = { default: 120, max: 600 } as const
const RETRIES = { default: 1, max: 5 } as const

/** APIs of providers. */
export const UPSTREAM_DIALECTS = ['openai', 'anthropic'] as const

/** Placeholder of a secret in responses. A write with it keeps the stored secret. */
const KEPT = '***'

/** Name of a model: any visible characters. */
const ModelName = z
  .string()
  .min(1)
  .max(MODEL_CHARS_MAX)
  .regex(/^[^\s\p{C}]+$/u, 'must not contain spaces or control characters')

const ModelPattern = ModelName.refine((text) => !text.slice(0, -1).includes('*'), {
  message: 'may contain `*` only as its last character',
})

const SecretText = z
  .string()
  .max(SECRET_CHARS_MAX)
  .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')

const HeaderValue = z
  .string()
  .max(SECRET_CHARS_MAX)
  .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')

/** Headers reserved for the connection, the gateway, or the key fields. */
const RESERVED_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-api-key',
])

const HeaderName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/i, 'must be a valid header name')
  .refine((name) => !RESERVED_HEADERS.has(name.toLowerCase()), { message: 'is a header set by the gateway' })

const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(URL_CHARS_MAX)
  .refine((text) => !text.includes('#'), { message: 'must not contain a fragment' })

const fields = {
  /** Name in responses, logs and later writes. */
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, 'must contain only letters, digits, `.`, `_` and `-`, at most 64'),
  /** Base address, including `/v1`. */
  base_url: BaseUrl,
  /** Exact names, or prefixes with a trailing `*`. */
  models: z.array(ModelPattern).min(1).max(MODELS_MAX),
  /** Share among providers with the same order and equally specific patterns. With 0, used only after all others of its order. */
  weight: z.int().min(0).max(WEIGHT_MAX).default(1),
  /** Lowest first; higher values are fallbacks. */
  order: z.int().min(0).max(ORDER_MAX).default(0),
  dialect: z.enum(UPSTREAM_DIALECTS).default('openai'),
  /** Maximum time to the first byte of an answer. */
  timeout_s: z.number().min(1).max(TIMEOUT_S.max).default(TIMEOUT_S.default),
  /** Maximum time between two pieces of an answer; longer pauses abort it. */
  idle_timeout_s: z.number().min(1).max(IDLE_TIMEOUT_S.max).default(IDLE_TIMEOUT_S.default),
  /** Retries at the same provider before the first byte of an answer. */
  retries: z.int().min(0).max(RETRIES.max).default(RETRIES.default),
  enabled: z.boolean().default(true),
}

/** Provider in write requests. */
export const ModelUpstreamWrite = z.object({
  ...fields,
  /** `***` keeps the stored key if the address is unchanged. Empty or absent: no key. */
  api_key: SecretText.nullish(),
  /** Sent with every call. Values are stored like keys. */
  headers: z
    .record(HeaderName, HeaderValue)
    .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, { message: `at most ${HEADERS_MAX} headers` })
    .refine(
      (headers) => new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
      {
        message: 'must not contain the same header twice',
      },
    )
    .default({}),
})
export type ModelUpstreamWrite = z.infer<typeof ModelUpstreamWrite>

/** Provider in responses. Secrets are `***`. */
export const ModelUpstream = z.object({
  ...fields,
  name: z.string(),
  base_url: z.string(),
  models: z.array(z.string()),
  api_key: z.literal(KEPT).nullable(),
  headers: z.record(z.string(), z.literal(KEPT)),
})
export type ModelUpstream = z.infer<typeof ModelUpstream>

const Upstreams = z
  .array(ModelUpstreamWrite)
  .max(UPSTREAMS_MAX)
  .superRefine((upstreams, context) => {
    const seen = new Set<string>()
    for (const [index, { name }] of upstreams.entries()) {
      if (seen.has(name)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `must not contain the upstream "${name}" twice`,
        })
      }
      seen.add(name)
    }
  })

const UpstreamList = z.object({
  tenant_id: z.string(),
  upstreams: z.array(ModelUpstream),
  /** Whether the deployment's provider is used because the tenant has none. */
  uses_deployment: z.boolean(),
})

const SavedUpstreams = UpstreamList.extend({ warning: z.string().optional() })

/** Model in the format of OpenAI's API. */
export const ListedModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  /** First upstream that serves it. */
  owned_by: z.string(),
})
export type ListedModel = z.infer<typeof ListedModel>

const ModelList = z.object({
  object: z.literal('list'),
  data: z.array(ListedModel),
  x_shield: z.object({
    /** Upstreams whose list was unavailable. Their unconfigured models are missing. */
    unanswered: z.array(z.string()),
  }),
})

/** Model in the format of Anthropic's API. */
const AnthropicModel = z.object({
  id: z.string(),
  type: z.literal('model'),
  display_name: z.string(),
  created_at: z.string(),
})

const AnthropicModelList = z.object({
  data: z.array(AnthropicModel),
  has_more: z.literal(false),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  x_shield: ModelList.shape.x_shield,
})

const TAGS = ['Chat gateway']
const UPSTREAMS_PATH = '/v1/tenant/me/model-upstreams'
const UPSTREAM_PATH = `${UPSTREAMS_PATH}/{name}` as const

const listed = {
  auth: 'runtime',
  summary: 'List the models available to the tenant',
  description:
    "Model names configured for the tenant's upstreams and, for upstreams with a `*`, the models listed by the " +
    'provider. Uses the format of the Anthropic API if the request has an `anthropic-version` header.',
  tags: TAGS,
  problems: 'openai',
  response: z.union([ModelList, AnthropicModelList]),
} as const

const item = {
  auth: 'runtime',
  summary: 'Check whether a model is available to the tenant',
  tags: TAGS,
  problems: 'openai',
  response: z.union([ListedModel, AnthropicModel]),
} as const

/** Providers behind the chat gateway, and their models. docs/spec/guard.md "Gateways". */
export const modelUpstreamEndpoints = {
  readModelUpstreams: get(UPSTREAMS_PATH, {
    auth: 'config',
    summary: 'Get the model upstreams of the tenant',
    description: 'Keys and header values are returned as `***`.',
    tags: TAGS,
    response: UpstreamList,
  }),
  replaceModelUpstreams: put(UPSTREAMS_PATH, {
    auth: 'config',
    summary: 'Replace the model upstreams of the tenant',
    description:
      'Replaces the complete list. `***` as a key or header value keeps the stored value of the upstream with that ' +
      'name, unless its URL changes. A host name that cannot be resolved causes a `warning`; an IP address that the ' +
      'egress policy blocks is rejected with 422. With an empty list, the upstream of the deployment is used.',
    tags: TAGS,
    body: z.object({ upstreams: Upstreams }),
    response: SavedUpstreams,
    examples: {
      request: {
        two: {
          summary: 'Upstream with a fallback',
          value: {
            upstreams: [
              {
                name: 'main',
                base_url: 'https://api.example.com/v1',
                api_key: 'made-up-key',
                models: ['gpt-*'],
                weight: 1,
                order: 0,
              },
              {
                name: 'spare',
                base_url: 'https://models.example.org/v1',
                api_key: 'another-made-up-key',
                models: ['gpt-*'],
                weight: 1,
                order: 1,
              },
            ],
          },
        },
      },
    },
  }),
  saveModelUpstream: put(UPSTREAM_PATH, {
    auth: 'config',
    summary: 'Create or replace a model upstream',
    description:
      'Returns the complete list. Other upstreams are unchanged, so concurrent updates are not lost. A new upstream is ' +
      'added at the end.',
    tags: TAGS,
    params: z.object({ name: fields.name }),
    body: ModelUpstreamWrite.omit({ name: true }),
    response: SavedUpstreams,
  }),
  deleteModelUpstream: del(UPSTREAM_PATH, {
    auth: 'config',
    summary: 'Delete a model upstream and its key',
    tags: TAGS,
    response: UpstreamList,
  }),
  listModels: get('/v1/models', listed),
  listModelsAlso: get('/v1/shield/models', listed),
  readModel: get('/v1/models/{model}', item),
  readModelAlso: get('/v1/shield/models/{model}', item),
}
