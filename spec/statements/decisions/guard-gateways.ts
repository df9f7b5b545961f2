import { section } from '../../statement.ts'

/** Statements of the decisions on the gateways, webhooks and drop-in endpoints. Section 1. */
export const guardGateways = [
  section('0 §1 Gateways, chat', {
    'guard:chat.upstream':
      'The upstream is from deployment settings or, per tenant, GET/PUT `/v1/tenant/me/model-upstreams`.',
    'guard:chat.upstreams-shape':
      'Model upstreams are `{upstreams: [{name, base_url, api_key, models[], weight, order}]}`.',
    'guard:chat.exact-shape': 'The response has exactly the OpenAI format, so the official client works unchanged.',
    'guard:chat.x-shield': '`x_shield` is added at top level.',
    'guard:chat.fields-pass': 'All OpenAI request fields pass through: tools, tool_choice, response_format, images.',
    'guard:chat.blocked-403':
      'A blocked request returns 403 `{error: {message, type: "guardrail_blocked", code: "content_filter"}, blocked: true, guardrail, stage, guardrail_results}`.',
    'guard:chat.alias': '`/v1/chat/completions` is an alias.',
    'guard:chat.every-message': 'Every message of a request is screened.',
    'guard:chat.verdicts-cached': 'Verdicts on messages are cached by content hash.',
    'guard:chat.done-follows': '`[DONE]` follows the content_filter chunk.',
    'guard:chat.error-shape': 'Errors on gateway paths have the OpenAI format.',
    'guard:egress.literal-422': 'Saving a literal address that the egress policy denies returns 422.',
    'guard:egress.at-call': 'Each address is checked again at the call.',
    'guard:egress.unresolved-warning': 'A name that does not resolve at save returns a `warning`.',
  }),
  section('0 §1 Gateways, streaming', {
    'guard:streaming.hold-back': 'No character that a guard would have blocked reaches the client before its check.',
    'guard:streaming.redaction': 'Redaction works inside a stream.',
    'guard:streaming.tool-deltas': 'Tool-call deltas are checked by the tool chain before they are released.',
    'guard:streaming.disconnect': 'A client that disconnects cancels the upstream call.',
  }),
  section('0 §1 Gateways, MCP', {
    'guard:mcp.sessions-versions': 'Versions 2024-11-05, 2025-03-26, 2025-06-18 and 2025-11-25 are negotiated.',
    'guard:mcp.streamable-http': 'The sessions era has POST, GET (SSE) and DELETE with `Mcp-Session-Id`.',
    'guard:mcp.resume': '`Last-Event-ID` resumes a stream.',
    'guard:mcp.server-requests': 'Requests from server to client work.',
    'guard:mcp.stateless': 'The stateless era 2026-07-28 has `server/discover` and per-request `_meta`.',
    'guard:mcp.headers-equal-body':
      '`MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name` must equal the body, else 400 with -32020.',
    'guard:mcp.unknown-version': 'An unknown version is -32022.',
    'guard:mcp.stateless-extras':
      '`subscriptions/listen`, `input_required` results, `resultType` and `ttlMs`/`cacheScope` work.',
    'guard:mcp.private-not-shared': 'A `private` result is never shared.',
    'guard:mcp.translated': 'Client and upstream of different eras are translated where the specification allows.',
    'guard:mcp.host-origin': 'The gateway checks Host and Origin itself: 403.',
    'guard:mcp.token-not-passed': "The caller's token is never sent to the upstream.",
    'guard:mcp.traceparent': '`traceparent` is forwarded from `_meta`.',
    'guard:mcp.transports': 'Upstream transports are `http` (Streamable HTTP), `sse` and `stdio`.',
    'guard:mcp.stdio-allowlisted':
      'stdio accepts command, args and env; only commands allowlisted in deployment settings.',
    'guard:mcp.route-fields':
      'The route body also accepts headers, enforcement_backend (inprocess or http), scan_descriptions, pin_tools and enabled.',
    'guard:mcp.backend-http': 'Enforcement backend http accepts shield_url and shield_tenant_key.',
    'guard:mcp.secrets-masked': 'Reads return the secrets of a route as `***`.',
    'guard:mcp.put-answer': 'PUT returns `{status: created|updated, tenant_id, route, upstream, warning?}`.',
    'guard:mcp.list-answer': 'The list returns `{tenant_id, upstreams}`.',
    'guard:mcp.conformance': 'The official conformance suite passes through the gateway for 2025-11-25 and 2026-07-28.',
    'guard:mcp.list-filtered': 'tools/list is filtered by what the agent may call.',
    'guard:mcp.descriptions-screened': 'Descriptions and schemas are screened for poisoning.',
    'guard:mcp.pinned': 'The definition of each tool is pinned by the SHA-256 of its canonical JSON.',
    'guard:mcp.change-refused': 'A later change of a pinned tool is refused until accepted.',
    'guard:mcp.rename-refused': 'A rename of a pinned definition is refused until accepted.',
    'guard:mcp.shadow-refused': "A name that shadows another server's tool is refused until accepted.",
    'guard:mcp.pins-routes': 'GET `/v1/tenant/me/mcp-gateway/pins` lists pins; POST `…/pins/{id}/accept` accepts.',
    'guard:mcp.call-chain':
      'tools/call runs the check chain, the upstream, then output sanitization, structured content too.',
    'guard:mcp.resources-prompts': 'resources/* and prompts/* are screened.',
    'guard:mcp.both-ways':
      'Sampling, elicitation, roots, logging, progress and cancellation pass both ways and are screened.',
    'guard:mcp.blocked-is-error': 'A blocked call is a result with `isError: true` and text naming the guard.',
    'guard:mcp.error-codes': 'JSON-RPC errors are -32700, -32600, -32601, -32602 and -32603 as standard.',
    'guard:mcp.error-blocked': '-32000 means blocked.',
    'guard:mcp.error-unauthenticated': '-32001 means unauthenticated, with HTTP 401 and WWW-Authenticate.',
    'guard:mcp.error-approval': '-32002 means approval needed, with request_id and expires_at in data.',
    'guard:mcp.error-no-route': '-32004 means that the route is unknown.',
    'guard:mcp.meta-keys':
      '`params._meta` accepts `shield/confirmation_token`, `shield/grant_id` and `shield/workflow`.',
    'guard:mcp.policies-match': 'Policies match `tool` and `route/tool`.',
    'guard:mcp.poisoned-hidden': 'A poisoned tool is hidden from the list and refused.',
    'guard:mcp.blocked-resources': 'Blocked resources and prompts are errors.',
    'guard:mcp.stateless-codes': 'The stateless era uses -32040 blocked, -32041 approval needed, -32042 unknown route.',
    'guard:mcp.disabled-route': 'A disabled route counts as unknown.',
    'guard:mcp.pins-die': 'Deleting a route deletes its pins.',
  }),
  section('0 §1 Gateways, drop-in', {
    'guard:drop-in.litellm':
      'POST `/beta/litellm_basic_guardrail_api` accepts texts[], structured_messages, tool_calls and input_type.',
    'guard:drop-in.litellm-answer': 'It returns `NONE`, `BLOCKED` or `GUARDRAIL_INTERVENED`.',
    'guard:drop-in.moderations': 'POST `/v1/moderations` returns the format of the OpenAI moderation API.',
  }),
  section('0 §1 Gateways, webhooks', {
    'guard:webhooks.routes': 'Tenants manage `/v1/tenant/me/webhooks` with `{url, secret, events[], enabled}`.',
    'guard:webhooks.events':
      'Events are guardrail_blocked, tool_disabled, tool_enabled, policy_changed, budget_exceeded and approval_requested.',
    'guard:webhooks.headers': 'Deliveries have the headers X-Shield-Event, X-Shield-Timestamp and X-Shield-Tenant.',
    'guard:webhooks.signature': 'X-Shield-Signature is `sha256=<hex>` over `timestamp.body`.',
    'guard:webhooks.durable': 'The queue is durable, with exponential retries over 24 h.',
    'guard:webhooks.dead-letters': 'Dead letters are listed.',
    'guard:webhooks.deliveries':
      '`…/webhooks/{id}/deliveries` lists deliveries; POST `…/deliveries/{id}/retry` retries one.',
  }),
]
