import type { FoundPrompt } from '../find/prompts.ts'
import { type FoundRoute, isAgent } from '../find/routes.ts'
import type { FoundSignal, SignalKind } from '../find/signals.ts'
import type { FoundTool } from '../find/tools.ts'
import type { Trait } from '../find/traits.ts'
import type { ProposedCategory, Reason, Where } from '../reading.ts'

export interface CategoryParts {
  readonly routes: readonly FoundRoute[]
  readonly prompts: readonly FoundPrompt[]
  readonly tools: readonly (FoundTool & { readonly traits: readonly Trait[] })[]
  readonly signals: readonly FoundSignal[]
  /** Modules that any file imports. */
  readonly modules: ReadonlySet<string>
  readonly hidesSecrets: (text: string) => boolean
}

/** Maximum number of locations per reason. */
const PLACES_MAX = 3

const OF_TRAIT: Readonly<Record<Trait, readonly [why: string, categories: readonly string[]]>> = {
  sends: ['sends something out', ['data_exfiltration', 'tool_chain_hijack', 'staged_exfiltration']],
  deletes: ['takes something away', ['destructive_action', 'approval_bypass']],
  pays: ['moves money or promises it', ['unauthorized_commitment', 'approval_bypass']],
  writes: ['changes something', ['excessive_agency', 'tool_misuse']],
  runs_code: ['runs code', ['unexpected_code_exec', 'sandbox_escape']],
  runs_shell: ['runs commands', ['shell_injection', 'sandbox_escape']],
  queries_sql: ['asks a database', ['sql_injection', 'cross_tenant_access']],
  reads_files: ['opens files', ['path_traversal', 'indirect_prompt_injection']],
  fetches: ['calls addresses', ['ssrf', 'out_of_band_exfiltration', 'indirect_prompt_injection']],
  reads_records: ['reads records of people', ['bola', 'pii_disclosure', 'cross_tenant_access']],
  searches: ['searches texts that others have written', ['indirect_prompt_injection', 'tool_result_injection']],
}

const OF_SIGNAL: Readonly<Record<SignalKind, readonly [why: string, categories: readonly string[]]>> = {
  model: ['asks a model', ['prompt_injection', 'jailbreak', 'system_prompt_override', 'multi_turn_escalation']],
  retrieval: [
    'brings in documents',
    ['rag_poisoning', 'rag_exfiltration', 'retrieval_ranking', 'indirect_prompt_injection'],
  ],
  memory: ['remembers conversations', ['memory_poisoning', 'cross_session_leak', 'false_history']],
  several_agents: [
    'delegates to other agents',
    ['agent_message_spoofing', 'delegation_abuse', 'handoff_context_leak', 'cascading_failure'],
  ],
  mcp_client: [
    'takes tools of other servers',
    ['mcp_tool_poisoning', 'mcp_rug_pull', 'mcp_tool_shadowing', 'mcp_resource_injection'],
  ],
  mcp_server: ['is a server of tools itself', ['mcp_missing_auth', 'tool_argument_injection']],
  web_pages: ['reads pages of the web', ['indirect_prompt_injection', 'ssrf']],
}

const RATE_LIMITS = /rate-?limit|ratelimit|slowapi|limiter|throttle|flask_limiter|bottleneck/i
const SHOWS_MARKUP = /^(?:react-markdown|marked|markdown-it|showdown|remark|streamdown|markdown)$/
const ADVICE =
  /\b(?:medical|health|patient|diagnos\w{1,6}|legal|lawyer|attorney|tax|invest\w{0,6}|financial|loan|insurance)\b/i

/** Returns the relevant categories with their reasons in the code, strongest first. */
export function proposeCategories(parts: CategoryParts): readonly ProposedCategory[] {
  const found = new Map<string, Reason[]>()
  const say = (names: readonly string[], reason: string, at: Where | null): void => {
    for (const name of names) {
      const reasons = found.get(name) ?? []
      if (reasons.length < PLACES_MAX && !reasons.some((item) => item.reason === reason)) reasons.push({ reason, at })
      found.set(name, reasons)
    }
  }
  ofSignals(parts, say)
  ofPrompts(parts, say)
  ofTools(parts, say)
  ofRoutes(parts, say)
  return [...found]
    .map(([name, reasons]) => ({ name, reasons }))
    .toSorted((a, b) => b.reasons.length - a.reasons.length || (a.name < b.name ? -1 : 1))
}

type AddReason = (names: readonly string[], reason: string, at: Where | null) => void

function ofSignals({ signals, modules }: CategoryParts, say: AddReason): void {
  for (const { kind, what, path, line } of signals) {
    const [why, names] = OF_SIGNAL[kind]
    say(names, `The code ${why}: ${what}.`, { path, line })
  }
  const markup = [...modules].find((module) => SHOWS_MARKUP.test(module))
  if (markup !== undefined) {
    say(['markdown_exfiltration', 'insecure_output_handling'], `Agent output is rendered as markup: ${markup}.`, null)
  }
}

function ofPrompts({ prompts, hidesSecrets }: CategoryParts, say: AddReason): void {
  for (const { text, path, line } of prompts) {
    say(['system_prompt_leak'], 'A system prompt is written here.', { path, line })
    if (hidesSecrets(text)) {
      say(['secret_disclosure', 'credential_harvesting'], 'The prompt appears to contain a secret.', { path, line })
    }
    const advice = ADVICE.exec(text)
    if (advice !== null) {
      say(['regulated_advice', 'hallucination'], `The prompt speaks of "${advice[0]}".`, { path, line })
    }
    if (/\b(?:never|only|do not|don't|must not)\b/i.test(text)) {
      say(['off_topic', 'goal_drift'], 'The prompt sets bounds in words.', { path, line })
    }
  }
}

function ofTools({ tools }: CategoryParts, say: AddReason): void {
  const [first] = tools
  if (first === undefined) return
  const at = { path: first.path, line: first.line }
  say(['tool_misuse', 'tool_discovery_leak', 'refuse_but_execute'], `The agent has ${tools.length} tools.`, at)
  say(['tool_result_injection', 'tool_error_injection'], 'Tool output is returned to the model.', at)
  for (const { name, traits, parameters, path, line } of tools) {
    for (const trait of traits) {
      const [why, names] = OF_TRAIT[trait]
      say(names, `The tool "${name}" ${why}.`, { path, line })
    }
    if (parameters.length > 0)
      say(['tool_argument_injection'], `The tool "${name}" takes arguments from the model.`, { path, line })
  }
}

function ofRoutes({ routes, modules }: CategoryParts, say: AddReason): void {
  const agents = routes.filter(isAgent)
  for (const { file, line, auth, body } of agents) {
    const at = { path: file.path, line }
    if (auth !== undefined) say(['auth_bypass', 'privilege_escalation'], `${auth.what} authorizes callers.`, at)
    if (body.some(({ name }) => /session|conversation|thread|chat_?id/i.test(name))) {
      say(['cross_session_leak', 'session_hijacking'], 'The caller sets the conversation ID.', at)
    }
    if (body.some(({ name }) => /^(?:role|user_?role|user_?id|tenant_?id|customer_?id|account_?id)$/i.test(name))) {
      say(['rbac_bypass', 'bola', 'cross_tenant_access'], 'The caller sets the user identity in the body.', at)
    }
    if (body.some(({ name }) => /^(?:messages|history)$/.test(name))) {
      say(['false_history'], 'The caller sends the conversation history.', at)
    }
    say(['unbounded_consumption'], 'Each request costs a call of a model.', at)
    if (![...modules].some((module) => RATE_LIMITS.test(module))) {
      say(['missing_rate_limit'], 'The code contains no rate limit.', at)
    }
  }
}
