import { section } from '../../statement.ts'

/** Statements on the purpose of the service, and the format of its answers. §1 and §2. */
export const verdicts = [
  section('1 §1', {
    'guard:service.screens-prompts': 'User messages are screened by named guards before a model call.',
    'guard:service.screens-responses': 'Model responses are screened by named guards after a model call.',
    'guard:service.screens-files': 'A file is screened by running its extracted text through the input pipeline.',
    'guard:service.authorizes-tools': 'A tool call can be authorized before it runs.',
    'guard:service.sanitizes-tool-output': 'Tool output can be sanitized after the call.',
    'guard:service.chat-gateway':
      'A chat-completions-compatible gateway runs input guards, the model call and output guards.',
    'guard:service.tenant-configures-guards': 'Each tenant configures its own guard policies.',
    'guard:service.tenant-configures-custom': 'Each tenant configures custom policies in plain English.',
    'guard:service.tenant-configures-tools': 'Each tenant configures tool policies and, by role, data policies.',
    'guard:service.tenant-configures-routes':
      'Each tenant configures gateway routes in front of JSON-RPC tool servers.',
    'guard:service.platform-manages': 'The platform team manages tenants, keys, usage and audit.',
    'guard:service.http-200-not-allowed': 'A blocked request returns 200; the verdict is in the body.',
    'guard:service.content-answers-safe': 'Content guards return `safe` and `action`.',
    'guard:service.tool-answers-allowed': 'Tool guards return `allowed` and `action`.',
  }),
  section('1 §2 Guardrail result', {
    'guard:result.guardrail': '`guardrail` is a string, the name of the guard.',
    'guard:result.passed': '`passed` is a boolean.',
    'guard:result.action': '`action` is one of pass, block, warn, redact, detect, require_approval.',
    'guard:result.message': '`message` is a string.',
    'guard:result.message-empty-when-passed': '`message` is the empty string when the guard passed.',
    'guard:result.details': '`details` is an object; it may be empty.',
    'guard:result.latency': '`latency_ms` is a number of milliseconds.',
    'guard:result.score': '`score` is a number, where present.',
    'guard:result.category': '`category` is a string, where present.',
    'guard:result.severity': '`severity` is a string such as critical, where present.',
  }),
  section('1 §2 Content verdict', {
    'guard:verdict.safe': '`safe` is a boolean.',
    'guard:verdict.action': '`action` is the overall action, a string.',
    'guard:verdict.results': '`guardrail_results` is an array of guardrail results.',
    'guard:verdict.inference-time': '`inference_time_ms` is a number.',
    'guard:verdict.sanitization':
      '`sanitization` describes tool-call sanitization: mode, regex hits, AI verdict, reasoning, redactions.',
    'guard:verdict.sanitized-output': '`sanitized_output` is a string that callers forward instead of the original.',
    'guard:verdict.sanitized-output-only-when-modified':
      '`sanitized_output` is present only when the payload was modified.',
    'guard:verdict.file-only-for-files': '`file` is present only on the file endpoint.',
  }),
  section('1 §2 Tool verdict', {
    'guard:tool-verdict.allowed': '`allowed` is a boolean.',
    'guard:tool-verdict.action': '`action` is pass, block or require_approval.',
    'guard:tool-verdict.results': '`guardrail_results` is an array.',
    'guard:tool-verdict.message-on-kill-switch': '`message` is present on a kill-switch block.',
    'guard:tool-verdict.message-on-approval': '`message` is present when approval is required.',
    'guard:tool-verdict.disabled-by': '`disabled_by` and `reason` are present on a kill-switch block.',
    'guard:tool-verdict.request-id': '`request_id` is present when the action is require_approval.',
  }),
  section('1 §6', {
    'guard:events.terminal-chunk': 'The only in-band notice is the last chunk of a blocked stream.',
    'guard:events.results-audited': 'Every guardrail result is written to the audit log.',
    'guard:events.tool-checks-audited': 'Every tool check is written to the audit log.',
    'guard:events.capabilities-audited':
      'Every mint, verification and denial of a capability is written to the audit log.',
  }),
]
