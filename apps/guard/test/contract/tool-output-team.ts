import { type Answer, makeTeam, post, send } from '../serve.ts'

export interface Team {
  readonly id: string
  /** Creates or replaces a data policy. */
  policy(tool: string, policy: object): Promise<Answer>
  global(policy: object): Promise<Answer>
  /** A registered agent. */
  agent(id: string, rest: object): Promise<Answer>
  toolPolicies(policies: object): Promise<Answer>
  /** `POST /v1/shield/tool/output`. */
  check(body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** `POST /guardrails/output`. */
  output(body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

let count = 0

/** Creates a tenant with disabled output guards, unless the test enables them. */
export async function outputTeam(url: string, rest: object = {}): Promise<Team> {
  const id = `output-${++count}`
  const quiet = { output_guardrails: { pii_leakage: { enabled: false } } }
  const key = await makeTeam(url, id, { plan: 'pro', ...quiet, ...rest })
  const header = { 'x-api-key': key }
  const call = (method: string, path: string, body?: unknown) => send(`${url}${path}`, method, body, header)
  return {
    id,
    call,
    policy: (tool, policy) => call('PUT', `/v1/data-policies/tools/${encodeURIComponent(tool)}/policy`, policy),
    global: (policy) => call('POST', '/v1/data-policies/global/policy', policy),
    agent: (agent_id, fields) => call('POST', '/v1/agents/registry', { agent_id, ...fields }),
    toolPolicies: (policies) => call('PUT', '/v1/agents/tools/policies', policies),
    check: (body, headers = {}) => post(`${url}/v1/shield/tool/output`, body, { ...header, ...headers }),
    output: (body, headers = {}) => post(`${url}/guardrails/output`, body, { ...header, ...headers }),
  }
}
