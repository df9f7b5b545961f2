import { type Answer, makeTeam, post, resultsOf, send } from './serve.ts'

/** A tenant of a test of tool checks. */
export interface ToolTeam {
  readonly key: string
  readonly check: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly configure: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** Creates a tenant with tool policies and, if given, agents; tests of limits must not reach the plan's quota. */
export async function makeToolTeam(
  url: string,
  id: string,
  policies: object = {},
  rest: object = {},
  agents: readonly object[] = [],
): Promise<ToolTeam> {
  const key = await makeTeam(url, id, { plan: 'enterprise', ...rest })
  const configure: ToolTeam['configure'] = (method, path, body) =>
    send(`${url}${path}`, method, body, { 'x-api-key': key })
  const writes = [
    ...agents.map((agent) => () => configure('POST', '/v1/agents/registry', agent)),
    () => configure('PUT', '/v1/agents/tools/policies', policies),
  ]
  for (const write of writes) {
    const answer = await write()
    if (answer.status >= 300) throw new Error(`tenant ${id} was not configured: ${answer.text}`)
  }
  return {
    key,
    configure,
    check: (body, headers = {}) => post(`${url}/v1/shield/tool/check`, body, { 'x-api-key': key, ...headers }),
  }
}

/** The first steps of a tool check; other tests cover the steps after them. */
export const FIRST_STEPS = [
  'cert_identity',
  'tool_killswitch',
  'circuit_breaker',
  'tool_allowlist',
  'rbac_guard',
  'tool_call_rate_limiting',
  'tool_call_validation',
  'parameter_policy',
  'argument_payload_risk',
  'tool_use_control',
]

/** Returns the guards with results in a verdict, in order. */
export function stepsOf({ body }: Answer): unknown[] {
  return resultsOf(body).map(({ guardrail }) => guardrail)
}
