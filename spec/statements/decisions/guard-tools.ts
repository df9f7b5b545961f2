import { section } from '../../statement.ts'

/** Statements of the decisions on agents, tools and data. Section 1. */
export const guardTools = [
  section('0 §1 Agents, agents', {
    'guard:agents.id-form': 'An agent_id matches `[A-Za-z0-9_-]{1,128}`.',
    'guard:agents.record': 'An agent has name, description, tools[], status and created/updated_at.',
    'guard:agents.role-permissions': '`role_permissions` maps roles to tools.',
    'guard:agents.agent-permissions': '`agent_permissions` maps agents to tools.',
    'guard:agents.status': 'The status is active or disabled.',
    'guard:agents.metadata': 'Free extra JSON is kept under `metadata`.',
    'guard:agents.create-answer': 'Creation returns 201 `{success, message, agent}`.',
    'guard:agents.duplicate-409': 'A duplicate returns 409.',
    'guard:agents.list-answer': 'The list returns `{success, agents: {id: record}, items, total, tenant_id}`.',
    'guard:agents.roles-answer': 'Roles return `{success, tenant_roles, common_roles, tenant_id}`.',
    'guard:agents.unregistered':
      'GET `/v1/agents/unregistered` lists callers without a record: first_seen, last_seen, call_count, endpoints, roles.',
    'guard:agents.unregistered-delete': 'DELETE `/v1/agents/unregistered` clears that list.',
  }),
  section('0 §1 Agents, tool policies', {
    'guard:tool-policies.base': 'A tool policy has tool_name and enabled.',
    'guard:tool-policies.argument-schema': '`argument_schema` is JSON Schema 2020-12.',
    'guard:tool-policies.parameter-policy':
      '`parameter_policy` has required_fields, forbidden_fields, allowed_values, numeric_limits, regex_rules, max_string_lengths.',
    'guard:tool-policies.role-restrictions': '`role_restrictions` maps a role to allow, redact or block.',
    'guard:tool-policies.rate-limit': '`rate_limit` is `{limit, window_seconds}`, by default 100 in 60 seconds.',
    'guard:tool-policies.session-limit': '`session_limit` is 50 by default.',
    'guard:tool-policies.workflow':
      '`workflow` has allowed_transitions, forbidden_transitions, require_before, max_tool_calls, max_cost_usd, max_tokens.',
    'guard:tool-policies.approval': '`approval` has required, when, min_approvals (1) and ttl_seconds (3600).',
    'guard:tool-policies.switches': 'A tool policy has llm_validation, data_sanitization and issue_capability.',
    'guard:tool-policies.put-forms': 'PUT accepts a map by tool, a list, or `{policies}`.',
    'guard:tool-policies.get-answer': 'GET returns `{success, tool_policies, total, tenant_id}`.',
    'guard:tool-policies.wildcards': 'Tool names accept wildcards of the form `prefix*`.',
    'guard:tool-policies.dotted-paths': 'Paths of a parameter policy are dotted.',
    'guard:tool-policies.numeric-limits': 'numeric_limits maps a path to `{min, max}`.',
    'guard:tool-policies.regex-rules': 'regex_rules maps a path to a pattern that must match.',
    'guard:tool-policies.max-string-lengths': 'max_string_lengths maps a path to a length.',
    'guard:tool-policies.allowed-values': 'allowed_values maps a path to a list.',
    'guard:tool-policies.transitions': 'Transitions are pairs `[from, to]`.',
    'guard:tool-policies.approval-when': 'approval.when is a list of `{path, op, value}`. All conditions must be true.',
  }),
  section('0 §1 Agents, data policies', {
    'guard:data.tools-list': 'GET `/v1/data-policies/tools` lists the policies of tools.',
    'guard:data.tool-routes': 'GET, POST, PUT and DELETE `/v1/data-policies/tools/{tool}/policy` work.',
    'guard:data.global-routes': 'GET, POST and DELETE `/v1/data-policies/global/policy` work.',
    'guard:data.global-get': 'GET of the global policy returns `{exists, policy}`.',
    'guard:data.global-absent': 'Without one it returns `{exists: false, policy: {}}`.',
    'guard:data.preview': 'POST `/preview-sanitization` accepts `{payload, intent?, stage, tool_name}`.',
    'guard:data.validate': 'POST `/validate` validates a policy.',
    'guard:data.frameworks': 'GET `/compliance/frameworks` returns predefined rule sets for hipaa, pci_dss and gdpr.',
    'guard:data.rule-fields': 'A rule has pattern_id, description, regex, replacement, enabled and min_count.',
    'guard:data.rule-severity': 'The severity of a rule is low, medium, high or critical.',
    'guard:data.rule-action': 'The action of a rule is detect, redact or block.',
    'guard:data.role-policy':
      'A role policy has role, action (allow, redact, block, mask), input_rules[] and output_rules[].',
    'guard:data.global-floor': 'The global policy is a minimum that a tool policy cannot weaken.',
    'guard:data.sanitization-shape':
      '`sanitization` is `{applied, stage, mode, regex_violations, ai: {verdict, reasoning, redactions, error?}, output_modified}`.',
    'guard:data.violation-shape': 'A regex violation has pattern_id, description, severity, count and action.',
    'guard:data.ai-redaction-occurs':
      'A redaction that a model proposes is applied only if its original occurs in the payload.',
    'guard:data.linear-regex': 'A linear-time engine compiles the regexes of tenants.',
    'guard:data.regex-refused': 'Saving a regex that this engine does not support fails with the reason.',
    'guard:data.input-unchanged': 'Stage input never changes arguments: redact becomes detect.',
    'guard:data.ai-without-model-422': 'Mode ai or both without a model returns 422 at save.',
  }),
  section('0 §1 Agents, tool check', {
    'guard:check.extra-fields':
      'A tool check accepts tool_schema, workflow, workflow_step, confirmation_token, tool_call_id and input_sources[].',
    'guard:check.estimates': 'A tool check accepts estimated_cost_usd and estimated_tokens.',
    'guard:check.grant-names': '`grant_id` may be called execution_grant_id or approval_grant.',
    'guard:check.approval-request-id': 'A tool check accepts `approval_request_id`.',
    'guard:check.arguments-names': 'Arguments are in tool_params, tool_args, arguments or tool_input.',
    'guard:check.answer-extras':
      'The response also contains mode, would_block, request_id, expires_at, required_approvals and, where issued, cap_token.',
    'guard:check.user-role-body': '`user_role` in the body takes precedence over `X-User-Role`.',
    'guard:check.dialect-output': '`tool_output` is an alias of `output`.',
    'guard:check.dialect-server': '`name` and `mcp_server` are aliases of `server_id`.',
    'guard:check.common-answer': 'All check endpoints return `{allowed, safe, action, guardrail_results, message?}`.',
    'guard:check.request-id': '`request_id` in a tool verdict is the id of the approval and present only then.',
    'guard:check.rate-429':
      'Rate limits on tools, roles and sessions return 429 with the verdict as body and `Retry-After`.',
    'guard:check.monitor': 'Monitor mode returns action pass, allowed true, would_action and would_block.',
  }),
  section('0 §1 Agents, kill switch and breaker', {
    'guard:kill-switch.routes': 'POST `/v1/shield/tools/{tool}/disable` and `/enable` accept `{reason}`.',
    'guard:kill-switch.list': 'GET `/v1/shield/tools/disabled` lists disabled tools.',
    'guard:breaker.opens': 'Three consecutive reported failures of a tool open its breaker, per tenant and tool.',
    'guard:breaker.slow-counts': 'A call slower than latency_threshold_ms counts as a failure.',
    'guard:breaker.open-300s': 'The breaker stays open for 300 s.',
    'guard:breaker.half-open': 'It is then half-open and allows one probe. A successful probe closes it.',
    'guard:breaker.report': 'POST `/v1/tenant/me/agentic/circuit-breakers/report` accepts a report.',
    'guard:breaker.report-body': 'A report is `{tool_name, success, latency_ms?, error?}`.',
    'guard:breaker.list': 'GET `…/circuit-breakers` lists the breakers.',
    'guard:breaker.reset': 'POST `…/circuit-breakers/{tool}/reset` closes one.',
  }),
  section('0 §1 Agents, approvals', {
    'guard:approvals.list': 'GET `/v1/tenant/me/agentic/approvals` lists approvals.',
    'guard:approvals.one': 'GET `…/{id}` returns one.',
    'guard:approvals.decide': 'POST `…/{id}/approve` and `/deny` accept `{approver, comment}`.',
    'guard:approvals.states': 'An approval is pending, approved, denied, consumed or expired.',
    'guard:approvals.grant-bound': 'A grant is bound to tenant, agent, tool and a hash of the arguments.',
    'guard:approvals.grant-900s': 'A grant is valid for 900 s and one use.',
    'guard:approvals.spent-atomically':
      'If two simultaneous checks use one grant, exactly one passes, on any number of instances.',
    'guard:approvals.admin-scope': 'A decision requires a key with scope admin.',
    'guard:approvals.answer-grant': 'The response to a decision contains `grant: {grant_id, expires_at}`.',
    'guard:approvals.second-409': 'A second decision returns 409.',
    'guard:approvals.by-request-id':
      '`approval_request_id` on a check uses the grant of that request if it was approved.',
  }),
  section('0 §1 Agents, confirmation', {
    'guard:confirmation.actions':
      'delete_account, bulk_export, modify_permissions, purge_data and the actions that the tenant lists require a token.',
    'guard:confirmation.300s': 'A confirmation token is valid for 300 s.',
    'guard:confirmation.burned': '`tool/confirm` spends the token.',
    'guard:confirmation.answer':
      'A sensitive action returns require_approval with a `confirmation_token` for the repeated call or for tool/confirm.',
  }),
  section('0 §1 Agents, capabilities', {
    'guard:capability.mint-body':
      'Mint accepts tool, resource, data_scope?, scope_constraints?, clearance_max and ttl.',
    'guard:capability.clearances': 'clearance_max is public, internal, confidential or restricted.',
    'guard:capability.ttl': 'ttl is 1–60 seconds, by default 30.',
    'guard:capability.mint-answer': 'Mint returns `{cap_token, expires_in, decision}`.',
    'guard:capability.ed25519': 'Tokens are signed with Ed25519. Their claims include tenant, agent, role and nonce.',
    'guard:capability.verify-body':
      'Verify accepts `{cap_token|token, expected_tool, expected_resource, burn_nonce true}`.',
    'guard:capability.verify-answer': 'Verify returns `{valid, claims | error}`.',
    'guard:capability.attenuate': 'A holder may narrow tool, resource, clearance and expiry of a token offline.',
    'guard:capability.never-widen': 'A token can never be widened.',
    'guard:capability.jwks': 'GET `/.well-known/jwks.json` publishes the verification keys.',
    'guard:capability.mint-refused-403': 'A refused mint returns 403.',
    'guard:capability.verify-200': 'Verify always returns 200.',
  }),
  section('0 §1 Agents, memory and budget', {
    'guard:memory.operations': 'Memory operations are read, write and delete.',
    'guard:memory.other-names':
      'Memory checks accept memory_key, memory_value, memory_type, memory_namespace, data_classification and source_agent.',
    'guard:memory.screens': 'Memory is screened for injection, secrets and cross-agent writes.',
    'guard:memory.cleanup': '`memory/cleanup` purges by agent, namespace and age and returns counts.',
    'guard:budget.body': '`agent/budget` accepts `{agent_key, session_id, tokens?, cost_usd?, tool_calls?}`.',
    'guard:budget.answer': 'It returns a verdict plus `usage` and `remaining`.',
    'guard:budget.loops': 'The same call repeated is detected as a loop.',
  }),
  section('0 §1 Finer points, identity', {
    'guard:identity.one-namespace': 'agent_key and agent_id share one namespace.',
    'guard:identity.role-order':
      'The role is user_role in the body, or else X-User-Role, or else rbac.agents[agent], or else none.',
    'guard:identity.both-allow': "A tool is allowed when the agent's toolset and the role, if any, both allow it.",
    'guard:identity.deny-wins': 'A deny wins.',
    'guard:identity.unregistered-setting':
      '`unregistered_agents` of the tenant allows or blocks unknown or missing agents.',
    'guard:identity.unregistered-default':
      'By default they are blocked once the tenant has an agent, and allowed before.',
    'guard:identity.default-agent': 'A key or an MCP route may name a `default_agent`.',
  }),
]
