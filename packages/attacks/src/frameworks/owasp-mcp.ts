import { control, type Framework } from './framework.ts'

/** @see https://owasp.org/www-project-mcp-top-10/ */
export const owaspMcp: Framework = {
  id: 'owasp-mcp',
  name: 'OWASP MCP Top 10',
  version: '2025 (beta)',
  scope: 'Attacks can prove that weaknesses exist, but not that there are none.',
  controls: [
    control('MCP01', 'Token Mismanagement & Secret Exposure', 'secret_disclosure', 'credential_harvesting'),
    control(
      'MCP02',
      'Privilege Escalation via Scope Creep',
      'privilege_escalation',
      'excessive_agency',
      'delegation_abuse',
    ),
    control('MCP03', 'Tool Poisoning', 'mcp_tool_poisoning', 'mcp_rug_pull', 'mcp_tool_shadowing'),
    control(
      'MCP04',
      'Software Supply Chain Attacks & Dependency Tampering',
      'plugin_manifest_spoofing',
      'package_hallucination',
      'agent_config_poisoning',
    ),
    control(
      'MCP05',
      'Command Injection & Execution',
      'shell_injection',
      'tool_argument_injection',
      'unexpected_code_exec',
      'sql_injection',
      'path_traversal',
    ),
    control(
      'MCP06',
      'Intent Flow Subversion',
      'tool_result_injection',
      'tool_chain_hijack',
      'mcp_resource_injection',
      'indirect_prompt_injection',
    ),
    control(
      'MCP07',
      'Insufficient Authentication & Authorization',
      'mcp_missing_auth',
      'auth_bypass',
      'bola',
      'bfla',
      'rbac_bypass',
    ),
    control('MCP08', 'Lack of Audit and Telemetry'),
    control('MCP09', 'Shadow MCP Servers', 'mcp_tool_shadowing'),
    control(
      'MCP10',
      'Context Injection & Over-Sharing',
      'cross_session_leak',
      'handoff_context_leak',
      'cross_tenant_access',
      'data_exfiltration',
    ),
  ],
}
