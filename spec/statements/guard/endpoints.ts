import { section } from '../../statement.ts'

/** The endpoints of the service. §4. */
export const endpoints = [
  section('1 §4 Content guards', {
    'guard:endpoints.input': 'POST `/guardrails/input` accepts `{message, input?}` and returns a content verdict.',
    'guard:endpoints.input-block': '`input` maps guard names to configuration entries.',
    'guard:endpoints.output':
      'POST `/guardrails/output` accepts `{output, context?, guardrails?}` and returns a content verdict.',
    'guard:endpoints.output-context':
      '`context` contains tool_name, tool_input (an object), agent_id, user_role and stage.',
    'guard:endpoints.output-tool-name-top': '`tool_name` can also be at the top level of an output check.',
    'guard:endpoints.output-sanitization':
      'With tool context the verdict contains `sanitization`, and `sanitized_output` if the output was changed.',
    'guard:endpoints.file':
      'POST `/guardrails/file` accepts a multipart form and returns a content verdict with `file`.',
    'guard:endpoints.classify':
      'POST `/v1/shield/classify` accepts `{message, session_id}` and returns a content verdict.',
    'guard:endpoints.classify-tenant-audited': 'The classify endpoints resolve the tenant and are audited.',
    'guard:endpoints.classify-output':
      'POST `/v1/shield/classify_output` accepts `{output, session_id}` and returns a content verdict.',
    'guard:endpoints.chat':
      'POST `/v1/shield/chat/completions` accepts `{model, messages, stream?}` as chat-completions clients send it.',
    'guard:endpoints.chat-answer': 'The chat endpoint returns a chat-completions-compatible response or an SSE stream.',
  }),
  section('1 §4 Tool and agent guards', {
    'guard:endpoints.tool-check': 'POST `/v1/shield/tool/check` returns a tool verdict.',
    'guard:endpoints.tool-output': 'POST `/v1/shield/tool/output` returns a verdict with sanitization.',
    'guard:endpoints.tool-confirm': 'POST `/v1/shield/tool/confirm` accepts `{agent_key, action, confirmation_token}`.',
    'guard:endpoints.agent-check':
      'POST `/v1/shield/agent/check` accepts `{agent_key, action, resource}` and returns a verdict.',
    'guard:endpoints.agent-budget': 'POST `/v1/shield/agent/budget` returns a verdict.',
    'guard:endpoints.action-check': 'POST `/v1/shield/action/check` returns a verdict.',
    'guard:endpoints.topic-check':
      'POST `/v1/shield/topic/check` accepts `{message, system_purpose}` and returns a verdict.',
    'guard:endpoints.memory-check':
      'POST `/v1/shield/memory/check` accepts `{agent_key, operation, key, value}` and returns a verdict.',
    'guard:endpoints.memory-cleanup': 'POST `/v1/shield/memory/cleanup` returns a result.',
    'guard:endpoints.cap-mint':
      'POST `/v1/shield/cap/mint` accepts `{tool, resource, clearance_max, ...}` and returns a capability token.',
    'guard:endpoints.cap-mint-single-use': 'A minted token is valid for at most 60 seconds and has a single-use nonce.',
    'guard:endpoints.cap-verify':
      'POST `/v1/shield/cap/verify` checks signature, expiry and tool, and spends the nonce.',
    'guard:endpoints.mcp-register':
      'POST `/v1/shield/mcp/register` accepts `{server_id, url, trust_score}`, the last a number.',
    'guard:endpoints.mcp-check': 'POST `/v1/shield/mcp/check` accepts `{server_id, tool_name}` and returns a verdict.',
    'guard:endpoints.mcp-servers': 'GET `/v1/shield/mcp/servers` lists the servers.',
    'guard:endpoints.guardrails': 'GET `/v1/shield/guardrails` lists the guards with enabled, tier and stage.',
  }),
  section('1 §4 Tenant self-service', {
    'guard:endpoints.me': 'GET `/v1/tenant/me` returns the sanitized configuration of the tenant.',
    'guard:endpoints.me-agent-count': 'The tenant record contains the number of agents, not their keys.',
    'guard:endpoints.me-usage': 'GET `/v1/tenant/me/usage` returns usage against quota.',
    'guard:endpoints.policies-get':
      'GET `/v1/tenant/me/policies` returns input and output policies, custom ones included.',
    'guard:endpoints.policies-put': 'PUT `/v1/tenant/me/policies` replaces the policies.',
    'guard:endpoints.policies-put-bounds': 'That PUT cannot change RBAC, quota, plan or keys.',
    'guard:endpoints.policies-limits': 'GET `/v1/tenant/me/policies/limits` returns the limits of custom policies.',
    'guard:endpoints.tools-get': 'GET `/v1/tenant/me/tools` returns the tools of the tenant.',
    'guard:endpoints.tools-put':
      'PUT `/v1/tenant/me/tools` accepts `{tools: [{type: "function", function: {name, ...}}]}`.',
    'guard:endpoints.custom-list': 'GET `/v1/tenant/me/custom-policies/` lists custom policies.',
    'guard:endpoints.custom-list-enabled': 'That list accepts the boolean `enabled_only`, which is false by default.',
    'guard:endpoints.custom-create': 'POST `/v1/tenant/me/custom-policies/` creates a custom policy.',
    'guard:endpoints.custom-one':
      'GET, PUT and DELETE `/v1/tenant/me/custom-policies/{policy_id}` read, change and remove one.',
    'guard:endpoints.custom-enable': 'POST `/v1/tenant/me/custom-policies/{policy_id}/enable` enables one.',
    'guard:endpoints.custom-disable': 'POST `/v1/tenant/me/custom-policies/{policy_id}/disable` disables one.',
    'guard:endpoints.custom-validate':
      'POST `/v1/tenant/me/custom-policies/validate-prompt` validates a prompt before it is saved.',
    'guard:endpoints.custom-limits': 'GET `/v1/tenant/me/custom-policies/limits/info` returns the limits.',
    'guard:endpoints.agents': 'GET and POST `/v1/agents/registry` list agents and create one.',
    'guard:endpoints.agent': 'GET, PUT and DELETE `/v1/agents/registry/{agent_id}` read, change and remove one.',
    'guard:endpoints.agent-roles': "GET `/v1/agents/roles` returns the roles across the tenant's agents.",
    'guard:endpoints.tool-policies': 'GET `/v1/agents/tools/policies` returns all tool policies.',
    'guard:endpoints.tool-policies-put': 'PUT `/v1/agents/tools/policies` replaces all tool policies.',
    'guard:endpoints.tool-policy': 'GET and DELETE `/v1/agents/tools/policies/{tool_name}` read and remove one.',
    'guard:endpoints.upstreams': 'GET `/v1/tenant/me/mcp-gateway/upstreams` lists the routes.',
    'guard:endpoints.upstream': 'GET and DELETE `/v1/tenant/me/mcp-gateway/upstreams/{route}` read and remove a route.',
    'guard:endpoints.upstream-put': 'PUT `/v1/tenant/me/mcp-gateway/upstreams/{route}` registers or replaces a route.',
    'guard:endpoints.global-policy-get':
      'GET `/v1/data-policies/global/policy` returns the tenant-wide policy or an empty one.',
    'guard:endpoints.global-policy-post': 'POST `/v1/data-policies/global/policy` creates or replaces it.',
    'guard:endpoints.gateway':
      'Agents connect to a registered route with POST `/gateway/{route}/mcp`, JSON-RPC in the body.',
  }),
  section('1 §4 Administration', {
    'guard:endpoints.admin-tenants': 'GET `/v1/admin/tenants` lists tenants; `include_deleted` is a boolean.',
    'guard:endpoints.admin-tenants-post': 'POST `/v1/admin/tenants` accepts a tenant.',
    'guard:endpoints.admin-tenant': 'GET `/v1/admin/tenants/{id}` returns a tenant.',
    'guard:endpoints.admin-tenant-put': 'PUT `/v1/admin/tenants/{id}` merges the body with the tenant.',
    'guard:endpoints.admin-tenant-delete':
      'DELETE `/v1/admin/tenants/{id}` is a soft delete, or a hard delete with `hard=true`.',
    'guard:endpoints.admin-keys': 'POST and DELETE `/v1/admin/tenants/{id}/api-keys` accept `{api_key}`.',
    'guard:endpoints.admin-usage': 'GET `/v1/admin/tenants/{id}/usage` returns the usage of a tenant.',
    'guard:endpoints.admin-tenant-audit': 'GET `/v1/admin/tenants/{id}/audit` accepts `limit`.',
    'guard:endpoints.admin-audit': 'GET `/v1/admin/audit` accepts `action` and `actor`.',
    'guard:endpoints.config-get': 'GET `/v1/shield/config` returns the server configuration.',
    'guard:endpoints.config-put': 'PUT `/v1/shield/config` accepts `{guardrails: {<name>: {enabled, action}}}`.',
  }),
  section('1 §4 Public', {
    'guard:endpoints.health': 'GET `/health` requires no authentication.',
    'guard:endpoints.ping': 'GET `/ping` requires no authentication.',
  }),
]
