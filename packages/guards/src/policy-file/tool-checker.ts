import type { AgentFields } from '@gatehouse/contracts/agents'
import type { PolicyFile, ToolCase } from '@gatehouse/contracts/policies'
import { systemClock } from '@gatehouse/kernel'
import { GLOBAL_DATA_POLICY, TOOL_DATA_POLICY_KIND } from '../agentic/data-policy/index.ts'
import {
  type AgenticConfig,
  type AgenticPorts,
  allAgenticGuards,
  type Approvals,
  type ChainVerdict,
  compileAgentic,
  localState,
  runChain,
  toolChain,
} from '../agentic/index.ts'
import { localWindows } from '../local-windows.ts'
import { compileToolPolicy, makeToolCall, TOOLS_DOCUMENT } from '../tools.ts'

/** Decision on a tool call, and its position in the session. */
export interface ToolOutcome {
  readonly verdict: ChainVerdict
  /** Tool of an earlier call that was denied, so that the case's own call did not run. */
  readonly stoppedAt: string | undefined
}

const SESSION = 'case'

/**
 * Creates the tool-call checks of a policy file. Works offline: a call that needs approval ends with the approval request.
 * @throws {Failure} `invalid_request` if a tool policy or an agentic guard does not compile
 */
export function toolChecker(file: PolicyFile): (item: ToolCase) => Promise<ToolOutcome> {
  const config = configOf(file)
  // Compiles all policies. The service compiles them lazily, but a test must not hide an invalid policy.
  for (const [name, policy] of Object.entries(file.tool_policies ?? {})) {
    compileToolPolicy({ ...policy, tool_name: name }, ['tool_policies', name])
  }
  const compiled = compileAgentic(config.guardrails, allAgenticGuards, config.mode)
  return async (item) => {
    const ports = freshPorts()
    const check = (tool: string, args: Readonly<Record<string, unknown>>): Promise<ChainVerdict> => {
      const call = makeToolCall({
        tool,
        args,
        agentKey: item.agent_key,
        headerAgentKey: item.agent_key,
        userRole: item.user_role,
        sessionId: SESSION,
      })
      return runChain(toolChain, compiled, call, { config, ports, clock: systemClock, requestId: item.name })
    }
    for (const earlier of item.session ?? []) {
      const verdict = await check(earlier.tool, earlier.arguments)
      if (!verdict.allowed) return { verdict, stoppedAt: earlier.tool }
    }
    return { verdict: await check(item.tool, item.arguments), stoppedAt: undefined }
  }
}

/** Returns the agent and tool configuration of a file, as a tenant would have it. */
export function configOf(file: PolicyFile): AgenticConfig {
  const agents = Object.entries(file.agents ?? {}).map(([id, agent]): [string, AgentFields] => [id, agent])
  return {
    tenantId: 'local',
    version: 1,
    // Monitor mode would allow everything.
    mode: 'enforce',
    guardrails: file.agentic_guardrails ?? {},
    unregisteredAgents: file.unregistered_agents,
    rbac: file.rbac ?? { roles: {}, agents: {} },
    agents: new Map(agents),
    items: new Map([
      ['tool_policy', new Map<string, Readonly<Record<string, unknown>>>(Object.entries(file.tool_policies ?? {}))],
      [
        TOOL_DATA_POLICY_KIND,
        new Map<string, Readonly<Record<string, unknown>>>(Object.entries(file.data_policies ?? {})),
      ],
      ['document', documentsOf(file)],
    ]),
  }
}

function documentsOf({
  tools,
  global_data_policy: global,
}: PolicyFile): Map<string, Readonly<Record<string, unknown>>> {
  const documents = new Map<string, Readonly<Record<string, unknown>>>([[TOOLS_DOCUMENT, { tools: tools ?? [] }]])
  if (global !== undefined && global !== null) documents.set(GLOBAL_DATA_POLICY.name, global)
  return documents
}

function freshPorts(): AgenticPorts {
  return { windows: localWindows(systemClock), state: localState(systemClock), approvals: NOBODY }
}

/** Records approval requests without a decision: a case only checks that approval is required. */
const NOBODY: Approvals = {
  request: (_tenantId, { minApprovals, ttl_s }) =>
    Promise.resolve({
      requestId: 'local',
      expiresAt: new Date(systemClock.now() + ttl_s * 1_000),
      requiredApprovals: minApprovals,
    }),
  spend: () => Promise.resolve('unknown'),
}
