import { section } from '../../statement.ts'

/** Statements on the service's behavior and resources. §1 to §3. */
export const appsecResources = [
  section('2 §1', {
    'appsec:service.tarball': 'Source can be uploaded as a tarball.',
    'appsec:service.git': 'Source can come from a public HTTPS git URL.',
    'appsec:service.svn': 'Source can come from a Subversion location.',
    'appsec:service.scan-types': 'Scans of several types produce findings.',
    'appsec:service.gate':
      'A build gate per project is evaluated at the end of each scan and its result stored on the scan.',
    'appsec:service.artifacts': 'Scans produce reports, bills of materials, a signature bundle and logs.',
    'appsec:service.triage': 'Findings can be triaged.',
    'appsec:service.suggested-diff': 'Findings can be fixed through a suggested diff.',
    'appsec:service.pull-request': 'Findings can be fixed through an opened pull request.',
    'appsec:service.notifications': 'Notifications go to outbound integrations.',
    'appsec:service.webhooks': 'Inbound webhooks of git hosts trigger scans.',
    'appsec:service.extras':
      'There are a pre-commit endpoint, an editor endpoint, pipeline templates, an audit log and trends.',
    'appsec:service.models': 'Model-based analysis is configured per organization.',
    'appsec:service.api-root': 'All routes are rooted at `/api`.',
  }),
  section('2 §2 Scan', {
    'appsec:scan.id-status': 'A scan has the strings `id` and `status`.',
    'appsec:scan.gate-result': '`gateResult` is PASSED, FAILED or PENDING.',
    'appsec:scan.counts': 'criticalCount, highCount, mediumCount and lowCount are integers.',
    'appsec:scan.progress': '`scannerProgress` maps scanner names to `{status, filesCompleted, filesTotal}`.',
    'appsec:scan.types':
      'Types are FULL, INCREMENTAL, SAST_ONLY, SCA_ONLY, SECRETS_ONLY, IAC_ONLY, ZERO_DAY_ONLY, CONTAINER_ONLY, K8S_ONLY.',
    'appsec:scan.dast-only': 'DAST_ONLY runs only the dynamic scanner.',
    'appsec:scan.scanner-names': 'Scanners are named SAST_PATTERN, SAST_LLM, ZERO_DAY and CONTAINER, among others.',
  }),
  section('2 §2 Finding', {
    'appsec:finding.severity': '`severity` is CRITICAL, HIGH, MEDIUM, LOW or INFO.',
    'appsec:finding.status': '`status` is OPEN, IN_PROGRESS, RESOLVED, FALSE_POSITIVE or ACCEPTED_RISK.',
    'appsec:finding.fields': 'A finding has id, title, filePath, startLine (integer), statusNote and cveId.',
    'appsec:finding.extras':
      'A finding may carry a CWE id, license verdicts, a dependency path and exploitation signals.',
  }),
  section('2 §2 Artifact', {
    'appsec:artifact.fields': 'An artifact is `{type, size, downloadPath}`, size in bytes.',
    'appsec:artifact.types':
      'Types are SARIF, SBOM_CYCLONEDX, SBOM_SPDX, SCAN_LOG, CONTAINER_REPORT, DAST_REPORT and SIGNATURE.',
    'appsec:artifact.signature':
      'The signature contains per file the algorithm, digest, signature, identity and signing time.',
  }),
  section('2 §2 Project', {
    'appsec:project.writable': 'Writable are name, description, repoUrl, defaultBranch and dastTargetUrl.',
  }),
  section('2 §2 Build gate', {
    'appsec:gate.maxima': 'maxCritical, maxHigh, maxMedium and maxLow are integers; -1 means unlimited.',
    'appsec:gate.fail-on-new':
      '`failOnNew` fails when a finding was absent from the previous completed scan of the project.',
    'appsec:gate.default': 'The default is 0 critical, 5 high, 20 medium, unlimited low, failOnNew true.',
  }),
  section('2 §2 Integration', {
    'appsec:integration.shape': 'An integration is `{kind, name, config}`.',
    'appsec:integration.kinds': 'Kinds are CHAT, TICKETING, SIEM and DAST.',
    'appsec:integration.chat': 'CHAT accepts webhookUrl, channel and notifyOn.',
    'appsec:integration.notify-on': 'notifyOn lists scan_complete, gate_failed and critical_finding.',
    'appsec:integration.ticketing':
      'TICKETING accepts baseUrl, email, apiToken, projectKey, issueType and openForSeverities.',
    'appsec:integration.siem':
      'SIEM accepts endpoint (HTTPS, `udp://` or TCP syslog), format (cef, leef, json) and apiKey.',
    'appsec:integration.dast': 'DAST accepts endpoint and apiKey.',
    'appsec:integration.secrets': 'Secrets of integrations are stored encrypted and never returned.',
  }),
  section('2 §2 API key', {
    'appsec:key.fields': 'A key has `name` and `expiresAt` (ISO 8601).',
    'appsec:key.plaintext-once': 'The key is returned once, on creation, as `plaintext`.',
    'appsec:key.hash-only': 'Only the SHA-256 of a key is stored.',
  }),
  section('2 §2 Organization roles', {
    'appsec:roles.admin': 'ADMIN manages settings and the team.',
    'appsec:roles.security': 'SECURITY manages scans, triage and policies.',
    'appsec:roles.developer': 'DEVELOPER views findings, updates their status and opens fix PRs.',
    'appsec:roles.viewer': 'VIEWER has read-only access.',
  }),
  section('2 §2 Audit entry', {
    'appsec:audit.fields':
      'An entry has id, action, resource, resourceId, user {id, email}, ipAddress, details, createdAt.',
    'appsec:audit.action': 'Actions are words such as `scan.queued`.',
  }),
  section('2 §2 Model settings', {
    'appsec:llm.fields': 'Model settings have provider, base URL, model id and API key.',
    'appsec:llm.key': 'The key is stored encrypted. A blank key in a write keeps the existing one.',
    'appsec:llm.switches': 'Booleans enable model-based static analysis and model-based secret scanning.',
    'appsec:llm.vuln-db': 'The vulnerability database has a URL and a mode, online or offline.',
  }),
  section('2 §3', {
    'appsec:states.values':
      'The scan status is QUEUED, RUNNING, COMPLETED, FAILED, or a paused, stopped or cancelled status.',
    'appsec:states.created': 'A valid POST creates a QUEUED scan and returns scanId and projectId.',
    'appsec:states.pause': 'Pausing a RUNNING scan pauses it when the worker reaches a safe point.',
    'appsec:states.resume': 'A paused or stopped scan can be resumed and runs again.',
    'appsec:states.stop': 'Stopping a RUNNING scan keeps partial findings.',
    'appsec:states.cancel': 'Cancelling a scan discards the scan and deletes partial findings.',
    'appsec:states.rescan': 'A finished scan can be queued again with the same source.',
    'appsec:states.end': 'A scan that ends is COMPLETED or FAILED, with the gate evaluated and stored.',
    'appsec:states.finding': 'PATCH moves a finding to any of its five statuses.',
  }),
]
