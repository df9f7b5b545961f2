import { type Answer, makeTeam, post, send, type Served } from '../serve.ts'

type Headers = Readonly<Record<string, string>>

/** A tenant of its own, and calls with its key of scope admin. */
export interface AgentTeam {
  readonly key: string
  /** POST to a path under `/v1/shield`. */
  readonly check: (path: string, body: object, headers?: Headers) => Promise<Answer>
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** Creates a tenant with agents; plan enterprise, so that no quota interferes. */
export async function agentTeam(
  { url }: Served,
  id: string,
  rest: object = {},
  agents: readonly object[] = [],
): Promise<AgentTeam> {
  const key = await makeTeam(url, id, { plan: 'enterprise', ...rest })
  const call = (method: string, path: string, body?: unknown) =>
    send(`${url}${path}`, method, body, { 'x-api-key': key })
  for (const agent of agents) {
    const answer = await call('POST', '/v1/agents/registry', agent)
    if (answer.status !== 201) throw new Error(answer.text)
  }
  return {
    key,
    call,
    check: (path, body, headers = {}) => post(`${url}/v1/shield/${path}`, body, { 'x-api-key': key, ...headers }),
  }
}

/** Returns `agentic_guardrails` with settings of one guard. */
export function settingsOf(guard: string, settings: object, entry: object = {}): object {
  return { agentic_guardrails: { [guard]: { settings, ...entry } } }
}

/** Returns the last result of a verdict: that of the guard that gives the check its name. */
export function lastResult({ body }: Answer): Readonly<Record<string, unknown>> {
  return (body['guardrail_results'] as Record<string, unknown>[]).at(-1) ?? {}
}
