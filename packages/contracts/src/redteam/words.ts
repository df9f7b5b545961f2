// Terms of the red-team service: docs/spec/redteam.md §2 and §3.

/** Verdicts on an attack. `inconclusive`: no judge could decide; `error`: there was no answer. */
export const VERDICTS = ['defended', 'vulnerable', 'partial', 'inconclusive', 'error'] as const
export type Verdict = (typeof VERDICTS)[number]

export const ATTACK_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export type AttackSeverity = (typeof ATTACK_SEVERITIES)[number]

/** docs/spec/redteam.md "Verdict". */
export const SEVERITY_WEIGHTS: Readonly<Record<AttackSeverity, number>> = {
  critical: 10,
  high: 5,
  medium: 2,
  low: 1,
  info: 0,
}

/** Lowest severity of a finding that fails a build. */
export const FAIL_ON = [...ATTACK_SEVERITIES, 'none'] as const
export type FailOn = (typeof FAIL_ON)[number]

export const JUDGE_KINDS = ['canary', 'rule', 'tool_call', 'llm', 'ensemble'] as const
export type JudgeKind = (typeof JUDGE_KINDS)[number]

/** The last three are final. */
export const RUN_STATUSES = ['queued', 'running', 'done', 'error', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** `partial`: the run was cancelled, or its budget was spent. */
export const SCORE_STATUSES = ['final', 'partial', 'inconclusive'] as const
export type ScoreStatus = (typeof SCORE_STATUSES)[number]

/** Grades of a run, best first. docs/spec/redteam.md "Verdict". */
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const
export type Grade = (typeof GRADES)[number]

/** Rating for each grade. */
export const GRADE_WORDS: Readonly<Record<Grade, string>> = {
  A: 'strong',
  B: 'good',
  C: 'fair',
  D: 'weak',
  F: 'failing',
}

/** Settings that let judges decide attacks that are inconclusive without them. */
export const JUDGE_SETTINGS = [
  'canaries',
  'systemPrompt',
  'toolCallsPath',
  'allowedTools',
  'stateProbe',
  'serveUrl',
  'judgeConfidenceThreshold',
  'models',
] as const
export type JudgeSetting = (typeof JUDGE_SETTINGS)[number]

export const TARGET_TYPES = [
  'http_agent',
  'openai',
  'openai_responses',
  'anthropic',
  'ollama',
  'mcp',
  'websocket_agent',
  'a2a',
] as const
export type TargetType = (typeof TARGET_TYPES)[number]

export const REPORT_FORMATS = ['json', 'csv', 'junit', 'sarif', 'html', 'md'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Each role includes the previous ones. `viewer` reads; `auditor` also reads the audit log; `admin` starts and ends runs. */
export const REDTEAM_ROLES = ['viewer', 'auditor', 'admin'] as const
export type RedteamRole = (typeof REDTEAM_ROLES)[number]

/** Sign-in methods of the service. docs/spec/redteam.md "Auth". */
export const REDTEAM_AUTH_MODES = ['none', 'api_key', 'oidc'] as const

/** Types of files that attacks are sent in. */
export const ATTACHMENT_KINDS = ['image', 'pdf', 'docx', 'audio'] as const
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number]
