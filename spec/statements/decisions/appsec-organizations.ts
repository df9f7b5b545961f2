import { section } from '../../statement.ts'

/** What the decisions say of projects, integrations, people and webhooks. Section 2. */
export const appsecOrganizations = [
  section('0 §2 Project', {
    'appsec:projects.create-answer':
      'Creation answers 201 with id, name, description, repoUrl, defaultBranch "main", dastTargetUrl, primaryLanguage, buildGate, schedule, card.',
    'appsec:projects.card': 'The card has a grade A–F and counts.',
    'appsec:projects.delete-409': 'Deleting while a scan runs is a 409.',
    'appsec:schedule.body':
      'A schedule is `{enabled, frequency, cronExpr, scanType, branch, timezone}` by PUT or POST and answers nextRunAt.',
    'appsec:schedule.frequencies': 'Frequencies are DAILY, WEEKLY, BIWEEKLY, MONTHLY and CUSTOM.',
    'appsec:schedule.words': 'The words nightly and weekly work.',
    'appsec:schedule.get-delete': 'GET and DELETE of a schedule work.',
  }),
  section('0 §2 Integrations', {
    'appsec:integrations.upsert': 'POST upserts `{id?, kind, name, enabled, config}`.',
    'appsec:integrations.answer': 'It answers `{id, kind, name, enabled, config}` with secrets `***`.',
    'appsec:integrations.aliases': 'SLACK means CHAT and JIRA means TICKETING.',
    'appsec:integrations.code-signing': 'CODE_SIGNING is a further kind.',
    'appsec:integrations.test': 'Test answers `{ok, status, detail}` and really delivers a test event.',
    'appsec:integrations.one-ticket': 'There is one ticket per fingerprint ever.',
    'appsec:integrations.delivery': 'Delivery is queued, retried, and its log is readable.',
  }),
  section('0 §2 Keys', {
    'appsec:keys.prefix': 'Lists show the prefix of a key.',
    'appsec:keys.answer': 'Creation answers 201 `{id, plaintext, prefix, name, expiresAt}`.',
    'appsec:keys.expired': 'An expired key is a 401.',
    'appsec:users.members': 'Users answer `{members: [{id, role, user: {id, email, name}}]}`.',
    'appsec:users.last-admin': 'The last ADMIN cannot be removed or demoted: 400 `last_admin`.',
    'appsec:policies.fields':
      'A policy has name, description, rule of 10–2000 characters, severity, category and enabled.',
    'appsec:llm-settings.has-key': 'LLM settings answer `hasApiKey`; the key is never returned.',
  }),
  section('0 §2 Sessions', {
    'appsec:sessions.register': 'POST `/api/auth/register` makes the organization for the first user.',
    'appsec:sessions.invite-only': 'Afterwards registration is by invite only.',
    'appsec:sessions.routes': 'POST `/login`, POST `/logout` and GET `/api/auth/me` work.',
    'appsec:sessions.cookie': 'The cookie is HttpOnly, SameSite=Lax and, with TLS, Secure.',
    'appsec:sessions.server-side': 'Sessions are kept on the server.',
    'appsec:sessions.passwords': 'Passwords are hashed by scrypt or argon2id.',
    'appsec:sessions.throttled': 'Login is throttled.',
    'appsec:sessions.cross-origin': 'Cross-origin writes by cookie are a 403.',
    'appsec:sessions.oidc': 'OIDC sign-in is set up by settings.',
    'appsec:sessions.unauthorized': 'Without session or key the answer is 401 `{error: "Unauthorized"}`.',
  }),
  section('0 §2 Webhooks in', {
    'appsec:hooks.github': 'github uses X-GitHub-Event and X-Hub-Signature-256.',
    'appsec:hooks.gitlab': 'gitlab uses X-Gitlab-Token.',
    'appsec:hooks.bitbucket': 'bitbucket uses X-Event-Key and X-Hub-Signature.',
    'appsec:hooks.azure': 'azure-devops uses Basic and eventType.',
    'appsec:hooks.no-secret': 'A project without a secret refuses (401) and never accepts.',
    'appsec:hooks.replays': 'Replays of one delivery id queue once.',
    'appsec:hooks.answer': 'The answer is `{scanId, status, trigger}` or `{message}`.',
    'appsec:hooks.messages': 'Messages are "Event ignored" and "No matching project found".',
    'appsec:hooks.pr-feedback':
      'After a PR scan a commit status and inline comments are written where there is a host token.',
    'appsec:hooks.main-branch': '`MAIN_BRANCH_SCAN_TYPE` is SAST_ONLY by default, or FULL.',
    'appsec:precommit.answer': 'Precommit answers `{findings, summary: {total, bySeverity, note}, block}`.',
    'appsec:precommit.fails-closed': 'The installer script fails closed only on findings.',
    'appsec:precommit.unreachable':
      'It prints a clear line when the service is unreachable; a setting makes that a block.',
    'appsec:templates.platforms':
      'CI templates are github(-actions), gitlab(-ci), jenkins, azure-devops(-pipelines) and bitbucket.',
    'appsec:templates.404': 'Another platform is a 404 `{error, availablePlatforms}`.',
  }),
  section('0 §2 Trends', {
    'appsec:trends.days': 'Trends take days 7–365, by default 30.',
    'appsec:audit-log.limit': 'The audit log takes limit 50, at most 200, and an opaque cursor.',
  }),
  section('0 §2 Roles', {
    'appsec:permissions.viewer': 'VIEWER reads.',
    'appsec:permissions.developer-scans': 'DEVELOPER also creates, pauses, resumes, stops and rescans scans.',
    'appsec:permissions.developer-findings': 'DEVELOPER also changes finding status, asks for fixes and opens PRs.',
    'appsec:permissions.security-scans': 'SECURITY also cancels and deletes scans.',
    'appsec:permissions.scan-delete': 'DELETE `/api/scans/{id}` is for sessions only and a 409 while active.',
    'appsec:permissions.security-settings':
      'SECURITY also creates and edits projects, gates, policies, schedules, integrations and webhook secrets.',
    'appsec:permissions.security-audit': 'SECURITY also reads the audit log.',
    'appsec:permissions.admin': 'ADMIN also manages members, settings, keys of others, and deletes projects.',
    'appsec:permissions.own-keys': 'Anyone may make keys for themselves.',
    'appsec:permissions.key-bounds': "A key never exceeds DEVELOPER nor its creator's present role.",
    'appsec:permissions.key-dies': "A key dies with its creator's membership.",
  }),
  section('0 §2 Shapes', {
    'appsec:shapes.artifact': 'An artifact is `{type, kind, mediaType, size, sha256, downloadPath}`.',
    'appsec:shapes.gate':
      'The build gate has GET, PUT and PATCH with projectId in query or body, merged over the defaults.',
    'appsec:shapes.invite': 'Invite takes `{email, role, name?, password?}` and answers 201 `{member, inviteUrl?}`.',
    'appsec:shapes.invite-link': 'Without a password the link works once, for 7 days.',
    'appsec:shapes.key': 'A key is made by `{name, expiresAt?}`.',
    'appsec:shapes.policies': 'Policies answer `{policies: []}`, and creation 201 `{policy}`.',
    'appsec:shapes.integrations': 'Integrations answer `{integrations: []}`.',
    'appsec:shapes.projects': 'Projects answer `{projects: [], pagination}`.',
    'appsec:shapes.schedule': 'A schedule answers `{schedule: {…, nextRunAt}}`.',
    'appsec:shapes.llm':
      'Model settings are provider, baseUrl, model, apiKey (write only), hasApiKey, enableLlmSast, enableLlmSecrets, vulnDbUrl, vulnDbMode.',
    'appsec:shapes.vuln-db-mode': 'vulnDbMode is online, mirror or offline.',
    'appsec:shapes.llm-prefix': 'Names with the prefix llm are accepted.',
    'appsec:shapes.webhook-secret': 'POST `/api/projects/{id}/webhook-secret` shows the secret once.',
    'appsec:shapes.403-or-404': 'A resource of another organization is a 403, one that exists nowhere a 404.',
  }),
  section('0 §2 Finer points, organizations', {
    'appsec:finer.codes-as-spelled': 'Codes that section 2 spells (`Unauthorized`, `GITHUB_REPO_REQUIRED`) stay so.',
    'appsec:finer.first-registration': 'The first registration makes the first organization.',
    'appsec:finer.org-create': 'Further ones are made by `gatehouse org create --name … --admin-email …`.',
    'appsec:finer.schemes-git': 'git takes https; http and git only for allowlisted hosts.',
    'appsec:finer.schemes-svn': 'svn takes https and svn.',
    'appsec:finer.schemes-siem': 'SIEM takes https, udp and tcp; http only for allowlisted hosts.',
    'appsec:finer.stored-secret-kept': 'Saving `***` or blank keeps a stored secret; chat webhookUrl is one.',
    'appsec:finer.deliveries': 'GET `/api/integrations/{id}/deliveries` answers deliveries.',
    'appsec:finer.audit-verify': 'GET `/api/audit-log/verify` verifies the chain.',
    'appsec:finer.replay-ids':
      "Replays are known by X-GitHub-Delivery, X-Gitlab-Event-UUID, X-Request-UUID, or the payload's id.",
    'appsec:finer.webhook-status': 'A webhook answers 202 when queued and 200 when ignored.',
    'appsec:finer.two-projects': 'With two projects of one repoUrl each whose secret verifies gets a scan.',
    'appsec:finer.viewer-members': 'VIEWER may read members.',
    'appsec:finer.further-settings':
      '`GATEHOUSE_ALLOW_UNAUTHENTICATED`, `OIDC_ISSUER`, `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET` are settings too.',
    'appsec:finer.settings-reference': 'The published settings reference is the full list.',
    'appsec:finer.local-mode': 'For this service local mode is the loopback bind alone.',
  }),
]
