import { section } from '../../statement.ts'

/** The guards by name, and how they are configured. §2. */
export const names = [
  section('1 §2 Guardrail names, input', {
    'guard:names.keyword-blocklist': 'There is an input guard keyword_blocklist.',
    'guard:names.regex-pattern': 'There is an input guard regex_pattern.',
    'guard:names.language-detection': 'There is an input guard language_detection.',
    'guard:names.system-prompt-leak': 'There is an input guard system_prompt_leak.',
    'guard:names.length-limit': 'There is an input guard length_limit.',
    'guard:names.rate-limiter': 'There is an input guard rate_limiter.',
    'guard:names.sentiment': 'There is an input guard sentiment.',
    'guard:names.topic-restriction': 'There is an input guard topic_restriction.',
    'guard:names.payload-risk': 'There is an input guard payload_risk.',
    'guard:names.adversarial-detection': 'There is an input guard adversarial_detection.',
    'guard:names.pii-detection': 'There is an input guard pii_detection.',
    'guard:names.toxicity': 'There is an input guard toxicity.',
    'guard:names.custom-policy-input': 'There is an input guard custom_policy_input.',
    'guard:names.role-based-input-policy': 'There is an input guard role_based_input_policy.',
  }),
  section('1 §2 Guardrail names, output', {
    'guard:names.pii-leakage': 'There is an output guard pii_leakage.',
    'guard:names.competitor-mention': 'There is an output guard competitor_mention.',
    'guard:names.role-redaction': 'There is an output guard role_redaction.',
    'guard:names.tone-enforcement': 'There is an output guard tone_enforcement.',
    'guard:names.hallucinated-links': 'There is an output guard hallucinated_links.',
    'guard:names.bias-detection': 'There is an output guard bias_detection.',
    'guard:names.factual-grounding': 'There is an output guard factual_grounding.',
    'guard:names.custom-policy-output': 'There is an output guard custom_policy_output.',
    'guard:names.role-based-policy': 'There is an output guard role_based_policy.',
  }),
  section('1 §2 Guardrail names, agentic', {
    'guard:names.tool-killswitch': 'There is an agentic guard tool_killswitch.',
    'guard:names.tool-allowlist': 'There is an agentic guard tool_allowlist.',
    'guard:names.tool-use-control': 'There is an agentic guard tool_use_control.',
    'guard:names.tool-call-rate-limiting': 'There is an agentic guard tool_call_rate_limiting.',
    'guard:names.rbac-guard': 'There is an agentic guard rbac_guard.',
    'guard:names.data-access-guard': 'There is an agentic guard data_access_guard.',
    'guard:names.action-guard': 'There is an agentic guard action_guard.',
    'guard:names.mcp-guard': 'There is an agentic guard mcp_guard.',
    'guard:names.tool-call-validation': 'There is an agentic guard tool_call_validation.',
    'guard:names.sensitive-action-confirmation': 'There is an agentic guard sensitive_action_confirmation.',
    'guard:names.cert-identity': 'There is an agentic guard cert_identity.',
  }),
  section('1 §2 Guardrail names, results', {
    'guard:names.adversarial-result': 'adversarial is also a name that a result may bear.',
    'guard:names.data-policy-sanitization-result': 'data_policy_sanitization is also a name that a result may bear.',
  }),
  section('1 §2 Guardrail names, per-request keys', {
    'guard:request-keys.keyword-blocklist':
      'The key `keyword-blocklist` takes enabled, action and blocklist, an array of strings.',
    'guard:request-keys.sentiment-analysis':
      'The key `sentiment-analysis` takes enabled, action and threshold, a number.',
  }),
  section('1 §2 Guardrail configuration entry', {
    'guard:entry.enabled': 'An entry has `enabled`, a boolean.',
    'guard:entry.action': 'An entry has `action`, a string.',
    'guard:entry.settings': 'An entry has `settings`, an object.',
    'guard:entry.pii-detection-entities': 'pii_detection takes `entities`, an array of strings.',
    'guard:entry.pii-detection-threshold': 'pii_detection takes `score_threshold`, a number.',
    'guard:entry.adversarial-threshold': 'adversarial_detection takes `confidence_threshold`, a number.',
    'guard:entry.pii-leakage-types': 'pii_leakage takes `pii_types`, an array.',
    'guard:entry.pii-leakage-auto-redact': 'pii_leakage takes `auto_redact`, a boolean.',
  }),
]
