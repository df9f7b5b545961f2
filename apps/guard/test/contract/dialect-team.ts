import Anthropic from '@anthropic-ai/sdk'
import { type ProviderAnswer, type ScriptedProvider, startScriptedProvider } from '@gatehouse/testkit/model'
import OpenAI from 'openai'
import { makeTeam, send, type Served, serveWithKeys } from '../serve.ts'

/** A service with a provider that supports both other dialects. */
export interface DialectService {
  readonly url: string
  readonly provider: ScriptedProvider
  /** Sets the provider's further answers. */
  says: (...answers: readonly ProviderAnswer[]) => void
  close(): Promise<void>
}

export async function serveDialects(): Promise<DialectService> {
  const answers: ProviderAnswer[] = []
  const provider = await startScriptedProvider(() => {
    const next = answers.shift()
    return next ?? { status: 400, body: { type: 'error', error: { type: 'no_script', message: 'nothing to say' } } }
  })
  const service: Served = await serveWithKeys({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32' } })
  return {
    url: service.url,
    provider,
    says: (...providerAnswers) => {
      answers.splice(0, answers.length, ...providerAnswers)
      provider.requests.length = 0
    },
    async close() {
      await service.close()
      await provider.close()
    },
  }
}

/** Creates a tenant with the models of the scripted provider. */
export async function dialectTeam({ url, provider }: DialectService, id: string, rest: object = {}) {
  const key = await makeTeam(url, id, { plan: 'enterprise', ...rest })
  const call = (method: string, path: string, body?: unknown) =>
    send(`${url}${path}`, method, body, { 'x-api-key': key })
  const upstream = { base_url: provider.baseUrl, api_key: 'made-up-upstream-key', models: ['*'], retries: 0 }
  const upstreams = [
    { ...upstream, name: 'one', dialect: 'openai' },
    { ...upstream, name: 'two', dialect: 'anthropic' },
  ]
  const saved = await call('PUT', '/v1/tenant/me/model-upstreams', { upstreams })
  if (saved.status !== 200) throw new Error(`upstreams were not saved: ${saved.text}`)
  return {
    key,
    call,
    openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }),
    anthropic: new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 }),
    async actions() {
      const { body } = await call('GET', '/v1/tenant/me/audit?limit=200')
      const entries = (body['entries'] ?? []) as { readonly action: string; readonly verdict: string }[]
      return entries.toReversed().map(({ action, verdict }) => [action, verdict])
    },
  }
}

/** Guards that match one name each. */
export const asked = {
  input_guardrails: { keyword_blocklist: { enabled: true, action: 'block', settings: { blocklist: ['initech'] } } },
}
export const told = {
  output_guardrails: { competitor_mention: { enabled: true, action: 'block', settings: { competitors: ['Initech'] } } },
}
/** A tool that the tenant has switched off. */
export function switchOff(team: {
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number }>
}) {
  return team.call('POST', '/v1/shield/tools/delete_all/disable', { reason: 'Out of order' })
}

/** `x_shield` of an answer. */
export function shieldOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value as { x_shield: Record<string, unknown> }).x_shield
}
