import { send } from '../serve.ts'

export interface Making {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A word in all created data. */
  readonly marker: string
}

/**
 * Creates a resource with an id in a path, by the path up to the id. Each function returns the path with the id of the resource. The
 * generated isolation test needs one for every tenant endpoint with an id in its path.
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
  '/v1/tenant/me/agentic/approvals/{approval_id}': async (making) => {
    // A tool of the agent above, which exists already.
    const tool = 'read'
    const stored = (await made(making, 'GET', '/v1/agents/tools/policies'))['tool_policies']
    await made(making, 'PUT', '/v1/agents/tools/policies', { ...(stored as object), [tool]: { approval: {} } })
    const call = { tool_name: tool, agent_key: `${making.marker}-agent`, tool_params: { to: making.marker } }
    const { request_id: id } = await made(making, 'POST', '/v1/shield/tool/check', call)
    return `/v1/tenant/me/agentic/approvals/${String(id)}`
  },
  '/v1/shield/tools/{tool}': async (making) => {
    const path = `/v1/shield/tools/${making.marker}-tool`
    await made(making, 'POST', `${path}/disable`, { reason: making.marker })
    return path
  },
  '/v1/tenant/me/agentic/circuit-breakers/{tool}': async (making) => {
    const path = '/v1/tenant/me/agentic/circuit-breakers'
    const report = { tool_name: `${making.marker}-search`, success: false, error: making.marker }
    for (let times = 0; times < 3; times++) await made(making, 'POST', `${path}/report`, report)
    return `${path}/${making.marker}-search`
  },
  '/v1/tenant/me/agentic/holds/{hold_id}': async (making) => {
    const agentic_guardrails = { attack_budget: { enabled: true, settings: { blocks: 1 } } }
    const blocks = { input_guardrails: {}, output_guardrails: {}, agentic_guardrails }
    await made(making, 'PUT', '/v1/tenant/me/policies', blocks)
    const call = {
      tool_name: 'no.such.tool',
      agent_key: `${making.marker}-held`,
      session_id: `${making.marker}-session`,
    }
    await made(making, 'POST', '/v1/shield/tool/check', call)
    const { holds } = await made(making, 'GET', '/v1/tenant/me/agentic/holds')
    return `/v1/tenant/me/agentic/holds/${(holds as { id: string }[])[0]!.id}`
  },
  '/v1/shield/mcp/servers/{server_id}': async (making) => {
    await made(making, 'POST', '/v1/shield/mcp/register', { server_id: making.marker, description: making.marker })
    return `/v1/shield/mcp/servers/${making.marker}`
  },
  '/v1/tenant/me/mcp-gateway/upstreams/{route}': (making) => route(making),
  '/v1/tenant/me/mcp-gateway/pins/{pin_id}': async (making) => {
    // A tool listing creates the pin; a pin that does not exist is as inaccessible as another tenant's.
    await route(making)
    return '/v1/tenant/me/mcp-gateway/pins/0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a'
  },
  '/gateway/{route}': async (making) => {
    await route(making)
    return `/gateway/${making.marker}`
  },
  '/v1/data-policies/tools/{tool}': async (making) => {
    const path = `/v1/data-policies/tools/${making.marker}-tool`
    const rules = [{ pattern_id: making.marker, description: making.marker, regex: making.marker }]
    await made(making, 'PUT', `${path}/policy`, { sanitization_rules: rules })
    await made(making, 'POST', '/v1/data-policies/global/policy', { sanitization_rules: rules })
    return path
  },
  // The same for all tenants; applying one changes the caller's own policies.
  '/v1/data-policies/compliance/frameworks/{framework}': () =>
    Promise.resolve('/v1/data-policies/compliance/frameworks/hipaa'),
  '/v1/agents/tools/policies/{tool_name}': async (making) => {
    const stored = (await made(making, 'GET', '/v1/agents/tools/policies'))['tool_policies']
    const policy = { description: making.marker }
    await made(making, 'PUT', '/v1/agents/tools/policies', { ...(stored as object), [`${making.marker}-tool`]: policy })
    return `/v1/agents/tools/policies/${making.marker}-tool`
  },
  '/v1/tenant/me/model-upstreams/{name}': async (making) => {
    await model(making)
    return `/v1/tenant/me/model-upstreams/${making.marker}`
  },
  '/v1/models/{model}': async (making) => `/v1/models/${await model(making)}`,
  '/v1/shield/models/{model}': async (making) => `/v1/shield/models/${await model(making)}`,
  '/v1/tenant/me/webhooks/{webhook_id}': webhook,
  '/v1/tenant/me/webhooks/{webhook_id}/deliveries/{delivery_id}': async (making) => {
    const path = await webhook(making)
    return `${path}/deliveries/${await delivery(making, path)}`
  },
  '/v1/tenant/me/webhooks/deliveries/{delivery_id}': async (making) =>
    `/v1/tenant/me/webhooks/deliveries/${await delivery(making, await webhook(making))}`,
}

async function route(making: Making): Promise<string> {
  const path = `/v1/tenant/me/mcp-gateway/upstreams/${making.marker}`
  await made(making, 'PUT', path, { url: `https://${making.marker}.invalid/mcp` })
  return path
}

async function customPolicy(making: Making, path: string): Promise<string> {
  const answer = await made(making, 'POST', `${path}/`, {
    name: making.marker,
    prompt: `Nobody may speak of ${making.marker} and its makers in any way.`,
    examples: { violating: [`${making.marker} is great`], allowed: ['what a fine day'] },
  })
  return `${path}/${String((answer['policy'] as Record<string, unknown>)['policy_id'])}`
}

async function model(making: Making): Promise<string> {
  const name = `${making.marker}-model`
  const upstream = { name: making.marker, base_url: `https://${making.marker}.invalid/v1`, models: [name] }
  await made(making, 'PUT', '/v1/tenant/me/model-upstreams', { upstreams: [upstream] })
  return name
}

async function webhook(making: Making): Promise<string> {
  const answer = await made(making, 'POST', '/v1/tenant/me/webhooks', { url: `https://${making.marker}.invalid/` })
  return `/v1/tenant/me/webhooks/${String(answer['id'])}`
}

/** A ping that arrives nowhere is a delivery all the same. */
async function delivery(making: Making, path: string): Promise<string> {
  const answer = await made(making, 'POST', `${path}/test`, {})
  return String((answer['delivery'] as Record<string, unknown>)['id'])
}

/** @throws {Error} when the resource could not be created */
export async function made(
  { url, headers }: Making,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await send(`${url}${path}`, method, body, headers)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body
}
