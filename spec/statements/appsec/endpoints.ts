import { section } from '../../statement.ts'

/** The endpoints of the service. §4. */
export const appsecEndpoints = [
  section('2 §4', {
    'appsec:endpoints.scan-create': 'POST `/api/scans` accepts multipart or JSON.',
    'appsec:endpoints.scan-create-fields':
      'It accepts source, scanType, repoUrl, svnUrl, svnRevision, svnUsername, svnPassword, projectId, branch, commitSha, baseSha.',
    'appsec:endpoints.scan-create-answer': 'It returns `{scanId, projectId, status}`.',
    'appsec:endpoints.scan': 'GET `/api/scans/{scanId}` returns a scan.',
    'appsec:endpoints.scans': 'GET `/api/scans` accepts projectId, status and limit and returns a list.',
    'appsec:endpoints.scan-actions': 'POST `/api/scans/{id}/pause`, `/resume`, `/stop`, `/cancel` and `/rescan` work.',
    'appsec:endpoints.artifacts': 'GET `/api/scans/{scanId}/artifacts` returns `{artifacts}`.',
    'appsec:endpoints.artifact': 'GET `/api/scans/{scanId}/artifacts/{kind}` returns the content of an artifact.',
    'appsec:endpoints.artifact-sboms': 'The kinds cyclonedx (1.5 JSON) and spdx (2.3 JSON) are always present.',
    'appsec:endpoints.artifact-sarif': 'Kind sarif (v2) is present when written.',
    'appsec:endpoints.artifact-container': 'Kind container, a raw report, is present when run.',
    'appsec:endpoints.artifact-dast': 'Kind dast is present when run.',
    'appsec:endpoints.artifact-signature': 'The kind signature is always present.',
    'appsec:endpoints.artifact-log': 'Kind log is JSON lines.',
    'appsec:endpoints.findings':
      'GET `/api/scans/{scanId}/findings` accepts severity, status and limit and returns `{findings}`.',
    'appsec:endpoints.findings-export': 'GET `/api/scans/{scanId}/findings/export` accepts format csv, html or sarif.',
    'appsec:endpoints.finding-patch': 'PATCH `/api/findings/{findingId}` accepts `{status, statusNote}`.',
    'appsec:endpoints.findings-bulk': 'POST `/api/findings/bulk` accepts `{ids, status}`.',
    'appsec:endpoints.suggest-fix': 'POST `…/findings/{findingId}/suggest-fix` returns `{diff}`, a unified diff.',
    'appsec:endpoints.open-pr': 'POST `…/findings/{findingId}/open-pr` accepts `{branch}` and returns `{url}`.',
    'appsec:endpoints.projects': 'GET and POST `/api/projects` list projects and create one.',
    'appsec:endpoints.project': 'GET, PATCH and DELETE `/api/projects/{projectId}` work.',
    'appsec:endpoints.schedule':
      'POST or PUT `/api/projects/{projectId}/schedule` sets a nightly or weekly cron schedule.',
    'appsec:endpoints.integrations': 'GET and POST `/api/integrations` work; POST upserts.',
    'appsec:endpoints.integration-delete': 'DELETE `/api/integrations/{id}` works.',
    'appsec:endpoints.integration-test': 'POST `/api/integrations/test` tests the given config.',
    'appsec:endpoints.keys': 'GET `/api/apikeys` lists without plaintext; POST accepts `{name, expiresAt}`.',
    'appsec:endpoints.key-delete': 'DELETE `/api/apikeys/{id}` works.',
    'appsec:endpoints.audit-log': 'GET `/api/audit-log` accepts action, userId, limit and cursor.',
    'appsec:endpoints.audit-log-answer': 'It returns `{entries, nextCursor}`.',
    'appsec:endpoints.trends': 'GET `/api/dashboard/trends` accepts `days`.',
    'appsec:endpoints.trends-answer':
      'It returns `{days, series: [{date, critical, high, medium, low, scans, gateFailed}], mttr: {<SEVERITY>: {count, meanHours}}}`.',
    'appsec:endpoints.precommit-installer':
      'GET `/api/precommit/install.sh` returns an installer without authentication.',
    'appsec:endpoints.precommit-scan': 'POST `/api/precommit/scan` accepts `{files: [{path, content}], failOn}`.',
    'appsec:endpoints.precommit-answer': 'It returns `{findings, summary, block}`.',
    'appsec:endpoints.ide': 'GET `/api/ide/findings` accepts projectId, filePath and minSeverity.',
    'appsec:endpoints.ide-answer': 'It returns `{project, scan, findings}` of the latest completed scan.',
    'appsec:endpoints.cicd-templates': 'GET `/api/cicd-templates/{platform}` returns the template of a platform.',
    'appsec:endpoints.build-gates': 'PUT or PATCH `/api/settings/build-gates` accepts projectId and a build gate.',
    'appsec:endpoints.llm': 'GET and PUT `/api/settings/llm` work.',
    'appsec:endpoints.policies': 'GET and POST `/api/settings/policies` work.',
    'appsec:endpoints.policy': 'PATCH and DELETE `/api/settings/policies/{policyId}` work.',
    'appsec:endpoints.users': 'GET and POST `/api/users` work; an invite accepts email and role.',
    'appsec:endpoints.user': 'PATCH and DELETE `/api/users/{memberId}` work.',
    'appsec:endpoints.webhooks': 'POST `/api/webhooks/{provider}` queues a scan.',
    'appsec:webhooks.four-providers': 'There are four providers, one per kind of git host.',
    'appsec:webhooks.event-header': 'An event-type header names pull request or push.',
    'appsec:webhooks.event-type-payload':
      'For one host `eventType` in the payload names git.pullrequest.created, git.pullrequest.updated or git.push.',
    'appsec:webhooks.event-key':
      'For another an event-key header names pullrequest:created, pullrequest:updated or repo:push.',
  }),
  section('2 §4 rule 1', {
    'appsec:rules.pull-request': 'A pull or merge request created or updated queues an INCREMENTAL scan.',
    'appsec:rules.incremental-changed': 'An incremental scan does static analysis and secrets on changed files only.',
    'appsec:rules.incremental-manifests': 'An incremental scan does dependency analysis when manifests change.',
  }),
  section('2 §4 rule 2', {
    'appsec:rules.push-default-branch': 'A push to the default branch queues SAST_ONLY.',
    'appsec:rules.push-full': 'It queues FULL if the deployment setting for the main branch requires it.',
  }),
  section('2 §4 rule 3', {
    'appsec:rules.precommit-files': 'The hook sends each staged file under 2 MB.',
    'appsec:rules.precommit-block': 'The commit is blocked when a finding matches `failOn`, by default CRITICAL,HIGH.',
  }),
  section('2 §4 rule 4', {
    'appsec:rules.sboms': 'Every scan emits CycloneDX 1.5 and SPDX 2.3.',
    'appsec:rules.vex': 'Every scan emits OpenVEX 0.2.0 and CycloneDX VEX.',
    'appsec:rules.signed':
      'Output is signed, keyless or with a stored RSA key (RSA-SHA256 over the SHA-256 of the artifact).',
  }),
  section('2 §4 rule 5', {
    'appsec:rules.image-unscannable': 'An image that cannot be scanned yields an INFO finding that names it.',
  }),
]
