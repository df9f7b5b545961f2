import { section } from '../../statement.ts'

/** The guards by name, and how they are configured. §2. */
export const names = [
  section('1 §2 Guardrail names, input', {
    'guard:names.keyword-blocklist': '`keyword_blocklist` is an input guard.',
    'guard:names.regex-pattern': '`regex_pattern` is an input guard.',
    'guard:names.language-detection': '`language_detection` is an input guard.',
    'guard:names.system-prompt-leak': '`system_prompt_leak` is an input guard.',
    'guard:names.length-limit': '`length_limit` is an input guard.',
    'guard:names.rate-limiter': '`rate_limiter` is an input guard.',
    'guard:names.sentiment': '`sentiment` is an input guard.',
    'guard:names.topic-restriction': '`topic_restriction` is an input guard.',
    'guard:names.payload-risk': '`payload_risk` is an input guard.',
    'guard:names.adversarial-detection': '`adversarial_detection` is an input guard.',
    'guard:names.pii-detection': '`pii_detection` is an input guard.',
    'guard:names.toxicity': '`toxicity` is an input guard.',
    'guard:names.custom-policy-input': '`custom_policy_input` is an input guard.',
    'guard:names.role-based-input-policy': '`role_based_input_policy` is an input guard.',
  }),
  section('1 §2 Guardrail names, output', {
    'guard:names.pii-leakage': '`pii_leakage` is an output guard.',
    'guard:names.competitor-mention': '`competitor_mention` is an output guard.',
    'guard:names.role-redaction': '`role_redaction` is an output guard.',
    'guard:names.tone-enforcement': '`tone_enforcement` is an output guard.',
    'guard:names.hallucinated-links': '`hallucinated_links` is an output guard.',
    'guard:names.bias-detection': '`bias_detection` is an output guard.',
    'guard:names.factual-grounding': '`factual_grounding` is an output guard.',
    'guard:names.custom-policy-output': '`custom_policy_output` is an output guard.',
    'guard:names.role-based-policy': '`role_based_policy` is an output guard.',
  }),
  section('1 §2 Guardrail names, agentic', {
    'guard:names.tool-killswitch': '`tool_killswitch` is an agentic guard.',
    'guard:names.tool-allowlist': '`tool_allowlist` is an agentic guard.',
    'guard:names.tool-use-control': '`tool_use_control` is an agentic guard.',
    'guard:names.tool-call-rate-limiting': '`tool_call_rate_limiting` is an agentic guard.',
    'guard:names.rbac-guard': '`rbac_guard` is an agentic guard.',
    'guard:names.data-access-guard': '`data_access_guard` is an agentic guard.',
    'guard:names.action-guard': '`action_guard` is an agentic guard.',
    'guard:names.mcp-guard': '`mcp_guard` is an agentic guard.',
    'guard:names.tool-call-validation': '`tool_call_validation` is an agentic guard.',
    'guard:names.sensitive-action-confirmation': '`sensitive_action_confirmation` is an agentic guard.',
    'guard:names.cert-identity': '`cert_identity` is an agentic guard.',
  }),
  section('1 §2 Guardrail names, results', {
    'guard:names.adversarial-result': 'A result can also have the name `adversarial`.',
    'guard:names.data-policy-sanitization-result': 'A result can also have the name `data_policy_sanitization`.',
  }),
  section('1 §2 Guardrail names, per-request keys', {
    'guard:request-keys.keyword-blocklist':
      'The key `keyword-blocklist` accepts enabled, action and blocklist, an array of strings.',
    'guard:request-keys.sentiment-analysis':
      'The key `sentiment-analysis` accepts enabled, action and threshold, a number.',
  }),
  section('1 §2 Guardrail configuration entry', {
    'guard:entry.enabled': 'An entry has `enabled`, a boolean.',
    'guard:entry.action': 'An entry has `action`, a string.',
    'guard:entry.settings': 'An entry has `settings`, an object.',
    'guard:entry.pii-detection-entities': 'pii_detection accepts `entities`, an array of strings.',
    'guard:entry.pii-detection-threshold': 'pii_detection accepts `score_threshold`, a number.',
    'guard:entry.adversarial-threshold': 'adversarial_detection accepts `confidence_threshold`, a number.',
    'guard:entry.pii-leakage-types': 'pii_leakage accepts `pii_types`, an array.',
    'guard:entry.pii-leakage-auto-redact': 'pii_leakage accepts `auto_redact`, a boolean.',
  }),
]
