import { section } from '../../statement.ts'

/** Statements of the decisions on projects, integrations, people and webhooks. Section 2. */
export const appsecOrganizations = [
  section('0 §2 Project', {
    'appsec:projects.create-answer':
      'Creation returns 201 with id, name, description, repoUrl, defaultBranch "main", dastTargetUrl, primaryLanguage, buildGate, schedule, card.',
    'appsec:projects.card': 'The card has a grade A–F and counts.',
    'appsec:projects.delete-409': 'Deleting while a scan runs returns 409.',
    'appsec:schedule.body':
      'A schedule is `{enabled, frequency, cronExpr, scanType, branch, timezone}` by PUT or POST and returns nextRunAt.',
    'appsec:schedule.frequencies': 'Frequencies are DAILY, WEEKLY, BIWEEKLY, MONTHLY and CUSTOM.',
    'appsec:schedule.words': 'The words nightly and weekly work.',
    'appsec:schedule.get-delete': 'GET and DELETE of a schedule work.',
  }),
  section('0 §2 Integrations', {
    'appsec:integrations.upsert': 'POST upserts `{id?, kind, name, enabled, config}`.',
    'appsec:integrations.answer': 'It returns `{id, kind, name, enabled, config}` with secrets `***`.',
    'appsec:integrations.aliases': 'SLACK means CHAT and JIRA means TICKETING.',
    'appsec:integrations.code-signing': 'CODE_SIGNING is a further kind.',
    'appsec:integrations.test': 'The test returns `{ok, status, detail}` and delivers a test event.',
    'appsec:integrations.one-ticket': 'Each fingerprint creates at most one ticket.',
    'appsec:integrations.delivery': 'Deliveries are queued and retried, and their log can be read.',
  }),
  section('0 §2 Keys', {
    'appsec:keys.prefix': 'Lists show the prefix of a key.',
    'appsec:keys.answer': 'Creation returns 201 `{id, plaintext, prefix, name, expiresAt}`.',
    'appsec:keys.expired': 'An expired key returns 401.',
    'appsec:users.members': 'Users return `{members: [{id, role, user: {id, email, name}}]}`.',
    'appsec:users.last-admin': 'The last ADMIN cannot be removed or demoted: 400 `last_admin`.',
    'appsec:policies.fields':
      'A policy has name, description, rule of 10–2000 characters, severity, category and enabled.',
    'appsec:llm-settings.has-key': 'LLM settings return `hasApiKey`; the key is never returned.',
  }),
  section('0 §2 Sessions', {
    'appsec:sessions.register': 'POST `/api/auth/register` creates the organization for the first user.',
    'appsec:sessions.invite-only': 'Afterwards, registration requires an invitation.',
    'appsec:sessions.routes': 'POST `/login`, POST `/logout` and GET `/api/auth/me` work.',
    'appsec:sessions.cookie': 'The cookie is HttpOnly, SameSite=Lax and, with TLS, Secure.',
    'appsec:sessions.server-side': 'Sessions are stored on the server.',
    'appsec:sessions.passwords': 'Passwords are hashed with scrypt or argon2id.',
    'appsec:sessions.throttled': 'Login is throttled.',
    'appsec:sessions.cross-origin': 'Cross-origin writes by cookie return 403.',
    'appsec:sessions.oidc': 'Settings configure OIDC sign-in.',
    'appsec:sessions.unauthorized': 'Without a session or key, the response is 401 `{error: "Unauthorized"}`.',
  }),
  section('0 §2 Webhooks in', {
    'appsec:hooks.github': 'github uses X-GitHub-Event and X-Hub-Signature-256.',
    'appsec:hooks.gitlab': 'gitlab uses X-Gitlab-Token.',
    'appsec:hooks.bitbucket': 'bitbucket uses X-Event-Key and X-Hub-Signature.',
    'appsec:hooks.azure': 'azure-devops uses Basic and eventType.',
    'appsec:hooks.no-secret': 'A project without a secret rejects every delivery with 401.',
    'appsec:hooks.replays': 'Replays of one delivery id queue one scan.',
    'appsec:hooks.answer': 'The response is `{scanId, status, trigger}` or `{message}`.',
    'appsec:hooks.messages': 'Messages are "Event ignored" and "No matching project found".',
    'appsec:hooks.pr-feedback':
      'After a PR scan, the service writes a commit status and inline comments if it has a host token.',
    'appsec:hooks.main-branch': '`MAIN_BRANCH_SCAN_TYPE` is SAST_ONLY by default, or FULL.',
    'appsec:precommit.answer': 'Precommit returns `{findings, summary: {total, bySeverity, note}, block}`.',
    'appsec:precommit.fails-closed': 'The hook blocks only on findings.',
    'appsec:precommit.unreachable':
      'If the service is unreachable, the hook prints a message; a setting changes this to a block.',
    'appsec:templates.platforms':
      'CI templates are github(-actions), gitlab(-ci), jenkins, azure-devops(-pipelines) and bitbucket.',
    'appsec:templates.404': 'Any other platform returns 404 `{error, availablePlatforms}`.',
  }),
  section('0 §2 Trends', {
    'appsec:trends.days': 'Trends accept 7 to 365 days; the default is 30.',
    'appsec:audit-log.limit': 'The audit log accepts a limit (default 50, at most 200) and an opaque cursor.',
  }),
  section('0 §2 Roles', {
    'appsec:permissions.viewer': 'VIEWER reads.',
    'appsec:permissions.developer-scans': 'DEVELOPER also creates, pauses, resumes, stops and rescans scans.',
    'appsec:permissions.developer-findings':
      'DEVELOPER also changes the status of findings, requests fixes and opens PRs.',
    'appsec:permissions.security-scans': 'SECURITY also cancels and deletes scans.',
    'appsec:permissions.scan-delete': 'DELETE `/api/scans/{id}` requires a session and returns 409 for an active scan.',
    'appsec:permissions.security-settings':
      'SECURITY also creates and edits projects, gates, policies, schedules, integrations and webhook secrets.',
    'appsec:permissions.security-audit': 'SECURITY also reads the audit log.',
    'appsec:permissions.admin': 'ADMIN also manages members, settings, keys of others, and deletes projects.',
    'appsec:permissions.own-keys': 'Any member may create keys for their own use.',
    'appsec:permissions.key-bounds': 'A key never exceeds DEVELOPER or the current role of its creator.',
    'appsec:permissions.key-dies': 'A key is revoked when the membership of its creator ends.',
  }),
  section('0 §2 Shapes', {
    'appsec:shapes.artifact': 'An artifact is `{type, kind, mediaType, size, sha256, downloadPath}`.',
    'appsec:shapes.gate':
      'The build gate has GET, PUT and PATCH with projectId in query or body, merged over the defaults.',
    'appsec:shapes.invite': 'Invite accepts `{email, role, name?, password?}` and returns 201 `{member, inviteUrl?}`.',
    'appsec:shapes.invite-link': 'Without a password, the link is valid once, for 7 days.',
    'appsec:shapes.key': '`{name, expiresAt?}` creates a key.',
    'appsec:shapes.policies': 'The list of policies returns `{policies: []}`, and creation returns 201 `{policy}`.',
    'appsec:shapes.integrations': 'Integrations return `{integrations: []}`.',
    'appsec:shapes.projects': 'Projects return `{projects: [], pagination}`.',
    'appsec:shapes.schedule': 'A schedule returns `{schedule: {…, nextRunAt}}`.',
    'appsec:shapes.llm':
      'Model settings are provider, baseUrl, model, apiKey (write only), hasApiKey, enableLlmSast, enableLlmSecrets, vulnDbUrl, vulnDbMode.',
    'appsec:shapes.vuln-db-mode': 'vulnDbMode is online, mirror or offline.',
    'appsec:shapes.llm-prefix': 'Names with the prefix llm are accepted.',
    'appsec:shapes.webhook-secret': 'POST `/api/projects/{id}/webhook-secret` shows the secret once.',
    'appsec:shapes.403-or-404': 'A resource of another organization returns 403, and an unknown resource returns 404.',
  }),
  section('0 §2 Finer points, organizations', {
    'appsec:finer.codes-as-spelled':
      'Codes that section 2 spells out (`Unauthorized`, `GITHUB_REPO_REQUIRED`) keep their spelling.',
    'appsec:finer.first-registration': 'The first registration creates the first organization.',
    'appsec:finer.org-create': '`gatehouse org create --name … --admin-email …` creates further organizations.',
    'appsec:finer.schemes-git': 'git accepts https; http and git only for allowlisted hosts.',
    'appsec:finer.schemes-svn': 'svn accepts https and svn.',
    'appsec:finer.schemes-siem': 'SIEM accepts https, udp and tcp; http only for allowlisted hosts.',
    'appsec:finer.stored-secret-kept': 'Saving `***` or blank keeps a stored secret; chat webhookUrl is one.',
    'appsec:finer.deliveries': 'GET `/api/integrations/{id}/deliveries` returns deliveries.',
    'appsec:finer.audit-verify': 'GET `/api/audit-log/verify` verifies the chain.',
    'appsec:finer.replay-ids':
      "Replays are detected by X-GitHub-Delivery, X-Gitlab-Event-UUID, X-Request-UUID, or the payload's id.",
    'appsec:finer.webhook-status': 'A webhook returns 202 when queued and 200 when ignored.',
    'appsec:finer.two-projects':
      'If two projects have the same repoUrl, each project whose secret matches gets a scan.',
    'appsec:finer.viewer-members': 'VIEWER may read members.',
    'appsec:finer.further-settings':
      '`GATEHOUSE_ALLOW_UNAUTHENTICATED`, `OIDC_ISSUER`, `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET` are also settings.',
    'appsec:finer.settings-reference': 'The published settings reference lists all settings.',
    'appsec:finer.local-mode': 'For this service, local mode requires only a loopback bind address.',
  }),
]
