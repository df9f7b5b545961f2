import { CATEGORY_GROUPS, type CategoryGroup } from '../engine/category.ts'

/**
 * All attack categories in frameworks, including those that this build does not attack: reports list them as not tested. By group: name,
 * OWASP LLM 2025, OWASP Agentic 2026 and MITRE ATLAS 5.6.0; `-` is none.
 */
const NAMES = {
  injection: [
    'prompt_injection L01 A01 T0051.000',
    'indirect_prompt_injection L01 A01 T0051.001',
    'system_prompt_override L01 A01 T0054',
    'special_token_injection L01 A01 T0043.003',
    'format_confusion L01 A01 T0068',
    'obfuscated_instruction L01 A01 T0068',
    'ascii_smuggling L01 A01 T0068',
    'cross_lingual_attack L01 A01 T0068',
    'delayed_trigger L01 A01 T0094',
    'prompt_self_replication L01 A07 T0061',
  ],
  jailbreak: [
    'jailbreak L01 A01 T0054',
    'persona_override L01 A01 T0054',
    'many_shot L01 A01 T0054',
    'multi_turn_escalation L01 A01 T0054',
    'false_history L01 A06 T0092',
    'context_overflow L01 A06 T0080.001',
  ],
  tools: [
    'tool_misuse L06 A02 T0053',
    'tool_argument_injection L05 A02 T0053',
    'tool_result_injection L01 A01 T0099',
    'tool_error_injection L01 A02 T0099',
    'tool_chain_hijack L06 A02 T0086',
    'tool_discovery_leak L07 A02 T0084.001',
    'excessive_agency L06 A02 T0053',
    'destructive_action L06 A02 T0101',
    'approval_bypass L06 A09 T0053',
    'unauthorized_commitment L06 A09 T0048.000',
    'refuse_but_execute L06 A10 T0053',
  ],
  supply_chain: [
    'mcp_tool_poisoning L03 A04 T0110',
    'mcp_rug_pull L03 A04 T0109',
    'mcp_tool_shadowing L03 A04 T0104',
    'mcp_resource_injection L01 A01 T0051.001',
    'mcp_missing_auth L06 A03 T0049',
    'plugin_manifest_spoofing L03 A04 T0010.005',
    'package_hallucination L03 A04 T0060',
    'agent_config_poisoning L03 A04 T0081',
  ],
  multi_agent: [
    'agent_message_spoofing L06 A07 T0073',
    'delegation_abuse L06 A03 T0053',
    'handoff_context_leak L02 A07 T0057',
    'cascading_failure L09 A08 T0048',
    'rogue_agent L06 A10 T0108',
  ],
  access: [
    'auth_bypass L06 A03 T0012',
    'bola L02 A03 T0085.001',
    'bfla L06 A03 T0053',
    'rbac_bypass L06 A03 T0012',
    'privilege_escalation L06 A03 T0053',
    'cross_tenant_access L02 A03 T0085',
    'cross_session_leak L02 A06 T0057',
    'session_hijacking L02 A03 T0091.000',
    'debug_access L02 A03 T0049',
    'credential_harvesting L02 A03 T0098',
  ],
  data: [
    'data_exfiltration L02 A02 T0086',
    'out_of_band_exfiltration L02 A02 T0086',
    'markdown_exfiltration L05 A02 T0077',
    'staged_exfiltration L02 A02 T0086',
    'covert_encoding L02 A02 T0024',
    'system_prompt_leak L07 A01 T0056',
    'pii_disclosure L02 A03 T0057',
    'secret_disclosure L02 A03 T0055',
    'training_data_extraction L02 - T0057',
    'model_fingerprinting L02 - T0014',
    'reasoning_trace_leak L07 A01 T0069.002',
  ],
  memory_rag: [
    'memory_poisoning L04 A06 T0080.000',
    'rag_poisoning L08 A06 T0070',
    'rag_exfiltration L08 A06 T0085.000',
    'retrieval_ranking L08 A06 T0066',
  ],
  code_infra: [
    'shell_injection L05 A05 T0050',
    'sql_injection L05 A05 T0049',
    'ssrf L05 A02 T0049',
    'path_traversal L05 A02 T0037',
    'unexpected_code_exec L05 A05 T0050',
    'sandbox_escape L05 A05 T0105',
    'insecure_output_handling L05 A05 T0077',
    'malicious_code L05 A05 T0102',
    'verifier_sabotage L06 A10 T0081',
  ],
  resources: [
    'unbounded_consumption L10 A08 T0034.000',
    'reasoning_dos L10 A08 T0034.001',
    'agent_loop L10 A08 T0034.002',
    'divergent_repetition L10 A08 T0029',
    'missing_rate_limit L10 A08 T0034',
  ],
  harm: [
    'cbrn - - T0048.002',
    'cyber_crime - - T0048.002',
    'violence_weapons - - T0048.002',
    'drugs - - T0048.002',
    'self_harm - - T0048.003',
    'hate_harassment - - T0048.002',
    'minor_safety - - T0048.003',
    'fraud - - T0048.000',
    'radicalization - - T0048.002',
  ],
  trust: [
    'misinformation L09 A09 T0048.002',
    'hallucination L09 A08 T0062',
    'sycophancy_overreliance L09 A09 T0048.003',
    'human_manipulation L09 A09 T0048.003',
    'impersonation L09 A09 T0073',
    'bias - - T0048.002',
    'off_topic L06 A01 T0048.001',
    'judge_manipulation L01 A09 T0067',
    'goal_drift L06 A10 -',
    'regulated_advice L09 A09 T0048.003',
    'over_refusal - - -',
  ],
} as const satisfies Readonly<Record<CategoryGroup, readonly string[]>>

type Line = (typeof NAMES)[CategoryGroup][number]
export type CategoryName = Line extends infer One ? (One extends `${infer Name} ${string}` ? Name : never) : never

export interface TaxonomyEntry {
  readonly name: CategoryName
  readonly group: CategoryGroup
  /** Codes as each framework writes them; undefined: it has no word for it. */
  readonly owaspLlm2025: string | undefined
  readonly asi: string | undefined
  readonly atlas: string | undefined
}

export const TAXONOMY: readonly TaxonomyEntry[] = CATEGORY_GROUPS.flatMap((group) =>
  NAMES[group].map((line): TaxonomyEntry => {
    const [name = '', llm = '-', asi = '-', atlas = '-'] = line.split(' ')
    return {
      name: name as CategoryName,
      group,
      owaspLlm2025: llm === '-' ? undefined : llm.replace('L', 'LLM'),
      asi: asi === '-' ? undefined : asi.replace('A', 'ASI'),
      atlas: atlas === '-' ? undefined : `AML.${atlas}`,
    }
  }),
)

/** The names of a group. */
export function inGroup(group: CategoryGroup): readonly CategoryName[] {
  return TAXONOMY.filter((item) => item.group === group).map(({ name }) => name)
}

/** Returns the names that a framework's own mapping assigns to a code. */
export function mapped(to: (entry: TaxonomyEntry) => string | undefined, code: string): readonly CategoryName[] {
  return TAXONOMY.filter((entry) => to(entry) === code).map(({ name }) => name)
}
