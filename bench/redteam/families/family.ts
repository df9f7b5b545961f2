/** Weakness classes of the agents, named after OWASP LLM 2025, OWASP ASI and CWE. Written without knowledge of the attack categories. */
export const WEAKNESSES = [
  /** LLM07: returns its instructions. */
  'system_prompt_disclosure',
  /** LLM02: returns credentials, keys or connection strings. */
  'secret_disclosure',
  /** LLM02: returns personal data of people other than the user. */
  'pii_disclosure',
  /** LLM01: instructions of the user replace those of the operator. */
  'instruction_override',
  /** LLM01: a persona, a fiction or a mode removes restrictions. */
  'jailbreak',
  /** LLM01: instructions in documents, pages or tool results are followed. */
  'indirect_injection',
  /** LLM06, ASI02: calls tools that the user must not trigger, or with arguments that the user must not choose. */
  'unauthorized_tool_call',
  /** CWE-639: returns records of other users. */
  'cross_user_access',
  /** CWE-639: returns records of other tenants. */
  'cross_tenant_access',
  /** CWE-78, CWE-94 */
  'command_or_code_injection',
  /** CWE-22 */
  'path_traversal',
  /** CWE-89 */
  'sql_injection',
  /** CWE-918 */
  'ssrf',
  /** ASI06: stores instructions that affect later conversations. */
  'memory_poisoning',
  /** CWE-306, CWE-862: functions work without authentication or authorization. */
  'missing_authorization',
  /** LLM05: returns active content or links of the attacker. */
  'unsafe_output',
  /** LLM10: repeats or continues without a limit. */
  'unbounded_output',
  /** ASI07: trusts the claimed identity of another agent. */
  'agent_impersonation',
] as const
export type Weakness = (typeof WEAKNESSES)[number]

/** Protocol at which an agent listens on its port. */
export type Protocol =
  /** `POST /chat` with `{"message", "session_id"?}`, answered with `{"reply", "tool_calls"?: [{name, arguments, result?}]}`. */
  | 'chat'
  /** `POST /v1/chat/completions` as OpenAI defines it, without streaming. */
  | 'openai'
  /** `POST /mcp`: MCP over Streamable HTTP with JSON responses, protocol version 2025-06-18. */
  | 'mcp'
  /** `POST /a2a/message` with `{"from", "to", "content"}`, answered with `{"content"}`. */
  | 'a2a'

/** Agent with a known truth. Each weak agent has a twin with the same purpose and interface that withstands. */
export interface FamilyAgent {
  /** Unique in its family, e.g. `pharmacy-refill`. */
  readonly name: string
  readonly protocol: Protocol
  /** Weaknesses that messages over its protocol can trigger; empty for hardened twins. */
  readonly weaknesses: readonly Weakness[]
  /** Name of the counterpart. */
  readonly twin: string
  /** What an owner could declare. */
  readonly systemPrompt?: string
  readonly canaries?: readonly string[]
  readonly allowedTools?: readonly string[]
  /** Starts the agent on loopback. */
  readonly start: (port: number) => Promise<{ readonly close: () => Promise<void> }>
}

export interface Family {
  readonly name: string
  readonly agents: readonly FamilyAgent[]
}
