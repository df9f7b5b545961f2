import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { line, text } from './text.ts'

/** docs/spec/appsec.md "Shapes". */
export const VULN_DB_MODES = ['online', 'mirror', 'offline'] as const
export type VulnDbMode = (typeof VULN_DB_MODES)[number]

/** Chat-completions endpoints with a known address, according to their vendors' documentation. */
export const MODEL_PRESETS: Readonly<Record<string, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  mistral: 'https://api.mistral.ai/v1',
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
}
/** Provider name for other endpoints. */
export const CUSTOM_PROVIDER = 'custom'

const PROVIDER_CHARS_MAX = 50
const URL_CHARS_MAX = 2_000
const MODEL_CHARS_MAX = 200
const KEY_CHARS_MAX = 1_000
const SETTINGS = ['Settings']

export const ModelSettings = z.object({
  provider: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  hasApiKey: z.boolean(),
  enableLlmSast: z.boolean(),
  enableLlmSecrets: z.boolean(),
  vulnDbUrl: z.string(),
  vulnDbMode: z.enum(VULN_DB_MODES),
})
export type ModelSettings = z.infer<typeof ModelSettings>

const address = text(URL_CHARS_MAX).transform((url) => url.trim())

/** Settings in a request. Each name is also accepted with the prefix `llm`, such as `llmBaseUrl`. */
export const ModelSettingsBody = z.preprocess(
  withoutPrefix,
  z
    .object({
      provider: line(PROVIDER_CHARS_MAX),
      baseUrl: address.describe('Blank: the default of the provider.'),
      model: text(MODEL_CHARS_MAX).transform((name) => name.trim()),
      apiKey: text(KEY_CHARS_MAX)
        .nullable()
        .describe('Write-only. Blank or `***` keeps the stored key unless the URL changes; null deletes it.'),
      enableLlmSast: z.boolean(),
      enableLlmSecrets: z.boolean(),
      vulnDbUrl: address,
      vulnDbMode: z.enum(VULN_DB_MODES),
    })
    .partial(),
)
export type ModelSettingsBody = z.infer<typeof ModelSettingsBody>

/** docs/spec/appsec.md §2 "Model settings", "Shapes". */
export const modelSettingsEndpoints = {
  readModelSettings: get('/api/settings/llm', {
    auth: 'member',
    summary: 'Get the model settings of the organization',
    tags: SETTINGS,
    response: ModelSettings,
  }),
  saveModelSettings: put('/api/settings/llm', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Update the model settings of the organization; omitted fields are unchanged',
    tags: SETTINGS,
    body: ModelSettingsBody,
    response: ModelSettings,
  }),
}

const PREFIXED = /^llm([A-Z])(.*)$/

function withoutPrefix(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const entries = Object.entries(body)
  const names = new Set(entries.map(([name]) => name))
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const [, first = '', rest = ''] = PREFIXED.exec(name) ?? []
      const plain = first.toLowerCase() + rest
      return [plain === '' || names.has(plain) ? name : plain, value]
    }),
  )
}
