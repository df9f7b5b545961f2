import { type ModelScript, type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import OpenAI, { APIError } from 'openai'
import { makeTeam, send, type Served, serveWithKeys } from '../serve.ts'

/** A service with a scripted model as its upstream. */
export interface ChatService extends Pick<Served, 'url' | 'store' | 'log'> {
  readonly model: ScriptedModel
  close(): Promise<void>
}

export async function serveChat(env: Readonly<Record<string, string>> = {}): Promise<ChatService> {
  const model = await startScriptedModel([])
  const service = await serveWithKeys({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1/32', ...env } })
  return {
    ...service,
    model,
    async close() {
      await service.close()
      await model.close()
    },
  }
}

/** A tenant with the scripted model as its upstream. */
export interface ChatTeam {
  readonly id: string
  readonly key: string
  /** The official client, that tries nothing twice. */
  readonly client: OpenAI
  /** Its audit entries, oldest first. */
  entries(): Promise<readonly AuditEntry[]>
  /** A call of the team's own, with a JSON body. */
  call(method: string, path: string, body?: unknown): ReturnType<typeof send>
}

export interface AuditEntry {
  readonly action: string
  readonly guardrail: string | null
  readonly verdict: string
  readonly request_id: string
  readonly details: Readonly<Record<string, unknown>>
}

export async function chatTeam(
  { url, model }: ChatService,
  id: string,
  script: ModelScript,
  rest: object = {},
): Promise<ChatTeam> {
  const key = await makeTeam(url, id, { plan: 'enterprise', ...rest })
  const call: ChatTeam['call'] = (method, path, body) => send(`${url}${path}`, method, body, { 'x-api-key': key })
  const upstream = {
    name: 'scripted',
    base_url: model.baseUrl,
    api_key: 'made-up-upstream-key',
    models: ['*'],
    retries: 0,
  }
  const answer = await call('PUT', '/v1/tenant/me/model-upstreams', { upstreams: [upstream] })
  if (answer.status !== 200) throw new Error(`upstreams were not saved: ${answer.text}`)
  model.follow(script)
  return {
    id,
    key,
    client: new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }),
    call,
    async entries() {
      const { body } = await call('GET', '/v1/tenant/me/audit?limit=200')
      return ((body['entries'] ?? []) as AuditEntry[]).toReversed()
    },
  }
}

/** A failure of the official client. */
export async function failureOf(run: Promise<unknown>): Promise<APIError> {
  try {
    await run
  } catch (thrown) {
    if (thrown instanceof APIError) return thrown
    throw thrown
  }
  throw new Error('the client met no failure')
}
