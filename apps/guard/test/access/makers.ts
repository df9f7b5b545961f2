import { send } from '../serve.ts'

export interface Making {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A word that everything made holds. */
  readonly marker: string
}

/**
 * How a thing is made that has an id in a path, by the path up to the id. Each returns the path with the id of the thing.
 * The generated test of isolation asks for one for every path of a tenant's endpoints that takes an id.
 */
export const MAKERS: Readonly<Record<string, (making: Making) => Promise<string>>> = {
  '/v1/tenant/me/policies/versions/{version}': async (making) => {
    const block = { keyword_blocklist: { settings: { blocklist: [making.marker] } } }
    await made(making, 'PUT', '/v1/tenant/me/policies', { input_guardrails: block, output_guardrails: {} })
    return '/v1/tenant/me/policies/versions/1'
  },
  '/v1/tenant/me/custom-policies/{policy_id}': (making) => customPolicy(making, '/v1/tenant/me/custom-policies'),
  '/v1/tenant/me/policies/custom/{policy_id}': (making) => customPolicy(making, '/v1/tenant/me/policies/custom'),
  '/v1/agents/registry/{agent_id}': async (making) => {
    await made(making, 'POST', '/v1/agents/registry', { agent_id: `${making.marker}-agent`, tools: ['read'] })
    return `/v1/agents/registry/${making.marker}-agent`
  },
}

async function customPolicy(making: Making, path: string): Promise<string> {
  const answer = await made(making, 'POST', `${path}/`, {
    name: making.marker,
    prompt: `Nobody may speak of ${making.marker} and its makers in any way.`,
    examples: { violating: [`${making.marker} is great`], allowed: ['what a fine day'] },
  })
  return `${path}/${String((answer['policy'] as Record<string, unknown>)['policy_id'])}`
}

/** @throws {Error} when the thing could not be made */
export async function made(
  { url, headers }: Making,
  method: string,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await send(`${url}${path}`, method, body, headers)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body
}
