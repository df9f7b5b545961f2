import { section } from '../../statement.ts'

/** The red-team service. */
export const redteamService = [
  section('3 §1', {
    'redteam:service.port': 'The service listens on port 4200 by default.',
    'redteam:service.api-root': 'Routes are rooted at `/api`.',
    'redteam:service.runs': 'A run attacks an agent over HTTP with prompts of chosen categories, asynchronously.',
    'redteam:service.adaptive': 'Adaptive follow-up rounds are optional.',
    'redteam:service.reports':
      'The service provides the status with progress, a scored report by category, CSV and a paginated list of reports.',
    'redteam:service.analyses': 'Compliance and risk analyses of a report are streamed.',
    'redteam:service.mcp': 'An MCP server over stdio provides the same functions as tools.',
    'redteam:service.mcp-tools':
      'Its tools include read_repo, probe_target, write_config, run_scan, check_run_status, get_run_results and list_categories_and_strategies.',
  }),
  section('3 §2 Run request', {
    'redteam:request.base-url': '`target.baseUrl` is the URL of the target.',
    'redteam:request.agent-endpoint': '`target.agentEndpoint` is the path of its chat endpoint.',
    'redteam:request.body-template':
      '`target.customApiTemplate.bodyTemplate` is the JSON body with a slot for the attack.',
    'redteam:request.response-path': '`target.customApiTemplate.responsePath` is a dotted path to the reply text.',
    'redteam:request.categories': '`categories` is an array of category names.',
    'redteam:request.category-names':
      'prompt_injection, tool_misuse, tool_result_injection, tool_chain_hijack and data_exfiltration are categories.',
    'redteam:request.adaptive-rounds': '`attackConfig.adaptiveRounds` is an integer.',
    'redteam:request.max-attacks': '`attackConfig.maxAttacksPerCategory` is an integer.',
  }),
  section('3 §2 Run', {
    'redteam:run.id-status': 'A run has the strings `id` and `status`.',
    'redteam:run.progress': '`progress` has one element per completed attack.',
    'redteam:run.estimated-total': '`estimatedTotal` is an integer.',
    'redteam:run.report-file': '`reportFile` is present if a report exists.',
    'redteam:run.report': '`report` is present when the run is done.',
  }),
  section('3 §2 Report', {
    'redteam:report.score': '`summary.score` is a number from 0 to 100.',
    'redteam:report.counts': '`summary` has the integers totalAttacks, passed and failed.',
    'redteam:report.by-category': '`summary.byCategory` maps categories to `{total, passed}`.',
    'redteam:report.meta': '`/api/reports-meta` returns a `reports` array.',
  }),
  section('3 §3', {
    'redteam:states.queued': 'A new run is `queued`.',
    'redteam:states.final': '`done` and `error` are final.',
  }),
  section('3 §4', {
    'redteam:endpoints.run-create': 'POST `/api/run` returns `{id, status}` with status queued.',
    'redteam:endpoints.run': 'GET `/api/run/{id}` returns the run.',
    'redteam:endpoints.run-delete': 'DELETE `/api/run/{id}` cancels a running scan.',
    'redteam:endpoints.runs': 'GET `/api/runs` lists runs.',
    'redteam:endpoints.reports': 'GET `/api/reports` lists report filenames.',
    'redteam:endpoints.reports-meta': 'GET `/api/reports-meta` accepts limit and search and is paginated.',
    'redteam:endpoints.report': 'GET `/api/report/{filename}` returns the full report as JSON.',
    'redteam:endpoints.report-csv': 'GET `/api/report-csv/{filename}` returns CSV.',
    'redteam:endpoints.owasp-analyze': 'POST `/api/owasp-analyze` accepts `{reportFilename}` and streams NDJSON.',
    'redteam:endpoints.risk-analyze': 'POST `/api/risk-analyze` accepts JSON and streams NDJSON.',
    'redteam:endpoints.frameworks': 'GET `/api/compliance-frameworks` lists frameworks.',
    'redteam:endpoints.audit-log': 'GET `/api/audit-log` returns the audit log.',
    'redteam:endpoints.auth-config':
      'GET `/api/auth-config` returns the authentication configuration and serves as readiness probe.',
    'redteam:endpoints.typical-use':
      'A client posts a run, polls until done or error, then reads reportFile and the score.',
  }),
  section('3 §6', {
    'redteam:events.ndjson': 'The analysis endpoints stream newline-delimited JSON.',
  }),
  section('3 §7', {
    'redteam:errors.run': 'A run that fails reports status `error`.',
  }),
  section('3 §8', {
    'redteam:limits.per-run': 'maxAttacksPerCategory and adaptiveRounds bound a run.',
    'redteam:limits.reports': 'The reports list accepts `limit`.',
  }),
  section('3 §9', {
    'redteam:versions.no-segment': 'Routes have no version segment.',
  }),
]
