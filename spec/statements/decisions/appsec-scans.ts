import { section } from '../../statement.ts'

/** What the decisions say of scans, findings and artifacts. Section 2. */
export const appsecScans = [
  section('0 §2 Create scan', {
    'appsec:create.part': 'The upload part is `source` or `file`: tar, tgz or zip.',
    'appsec:create.fields': 'Fields come flat or in one JSON part `data`; a JSON body works too.',
    'appsec:create.answer': 'Creation answers 201 `{scanId, projectId, status: "QUEUED"}`.',
    'appsec:create.default-type': 'The default scanType is FULL.',
    'appsec:create.project-found': 'Without projectId a project is found by repoUrl.',
    'appsec:create.project-made': 'Else one is made from projectName, newProjectName or the file name.',
    'appsec:create.two-sources-400': 'Two sources at once are a 400.',
    'appsec:create.image': 'Type IMAGE takes `image`, a reference or an uploaded archive.',
  }),
  section('0 §2 Scan record', {
    'appsec:record.identity': 'A scan has id, projectId, organizationId, status, scanType, triggeredBy and project.',
    'appsec:record.revision': 'A scan has branch, commitSha, baseSha and prNumber.',
    'appsec:record.source-type':
      'sourceType is UPLOAD, GIT_CLONE, SVN_CHECKOUT, WEBHOOK, CONTAINER_IMAGE, DAST_TARGET or PRECOMMIT, beside sourceRef.',
    'appsec:record.times': 'A scan has createdAt, startedAt and completedAt.',
    'appsec:record.counts': 'A scan has critical, high, medium, low and infoCount, filesScanned and depsScanned.',
    'appsec:record.progress': 'scannerProgress is `{NAME: {status, findingsCount, filesCompleted, filesTotal}}`.',
    'appsec:record.gate': 'A scan has gateResult, gateReasons[] and errorMessage.',
    'appsec:record.artifacts': 'A scan has artifacts[].',
    'appsec:record.immutable': 'A new scan never deletes an older one.',
  }),
  section('0 §2 Status', {
    'appsec:status.values': 'Status is QUEUED, RUNNING, PAUSED, STOPPED, COMPLETED, FAILED or CANCELLED.',
    'appsec:status.pause': 'Pause is possible only from RUNNING.',
    'appsec:status.resume-paused': 'Resume takes PAUSED to RUNNING and continues after the last checkpoint.',
    'appsec:status.resume-stopped': 'Resume takes STOPPED to QUEUED, continues and keeps findings.',
    'appsec:status.stop': 'Stop is possible from QUEUED, RUNNING and PAUSED.',
    'appsec:status.cancel': 'Cancel is possible from STOPPED too; a COMPLETED or FAILED scan is a 409.',
    'appsec:status.rescan': 'Rescan makes a new scan id (201) of the same source.',
    'appsec:status.wrong-409': 'A wrong transition is a 409 that names the current status.',
    'appsec:status.worker-dies': 'Another worker takes up the scan of a dead one from its checkpoint.',
  }),
  section('0 §2 Scanners', {
    'appsec:scanners.names':
      'Scanners are SECRETS_PATTERN, SECRETS_LLM, SAST_PATTERN, SAST_LLM, SCA, MALICIOUS_PKG, IAC, K8S, CONTAINER, ZERO_DAY, DAST.',
    'appsec:scanners.full': 'FULL runs all but DAST, which joins when the project has dastTargetUrl.',
    'appsec:scanners.incremental':
      'INCREMENTAL runs SAST and SECRETS on changed files, and SCA when a manifest changed.',
    'appsec:scanners.only': 'The *_ONLY types run their own scanners.',
  }),
  section('0 §2 Finding', {
    'appsec:findings.fields':
      'A finding adds scanId, projectId, scanner, description, endLine, columns, snippet, ruleId, cweId, owasp[], isNew.',
    'appsec:findings.confidence': 'confidence is 0–1.',
    'appsec:findings.fingerprint': 'The fingerprint is stable across line moves.',
    'appsec:findings.triage-follows': 'Triage status follows the fingerprint into later scans.',
    'appsec:findings.metadata-package':
      'metadata holds package, version, fixedVersion, dependencyPath[], reachable, license, epss, kev and cvss.',
    'appsec:findings.metadata-others':
      'metadata holds dataFlow[] for taint, layer for containers, request/response for DAST.',
    'appsec:findings.secrets-masked': 'Secret values are masked everywhere, artifacts and logs included.',
    'appsec:findings.query':
      'The query takes severity and status (csv), scanner, filePath, search, sort, page and limit (50, at most 500).',
    'appsec:findings.answer': 'The answer is `{findings, pagination: {page, limit, total, totalPages}}`.',
  }),
  section('0 §2 Lists', {
    'appsec:lists.scans': 'Lists answer `{scans, pagination}`, 20 a page, at most 100.',
    'appsec:lists.patch-answers': 'PATCH of a finding answers the finding.',
    'appsec:lists.bulk': 'Bulk is POST or PATCH with ids or findingIds (1–500) and answers `{updated, status}`.',
    'appsec:fix.answer':
      'suggest-fix answers `{diff, optionalUnifiedDiff, summary, developerFix, verificationSteps, source: rule|llm}`.',
    'appsec:fix.without-model': 'Rule fixes need no model.',
    'appsec:fix.applies': 'The diff always applies cleanly to the scanned source.',
    'appsec:fix.open-pr':
      'open-pr takes `{branch?, baseBranch?}` and answers 201 `{url, pullRequestUrl, pullRequestNumber, branch}`.',
    'appsec:fix.no-host-400': 'A missing host link is a 400 with a code such as `GITHUB_REPO_REQUIRED`.',
    'appsec:csv.columns':
      'CSV columns are Severity, Scanner, Title, Description, File Path, Start Line, End Line, Rule ID, CWE ID, CVE ID, Confidence, Status, Snippet.',
    'appsec:csv.formulas': 'Cells that a spreadsheet would evaluate as formulas are neutralized.',
  }),
  section('0 §2 Artifacts', {
    'appsec:artifacts.kinds':
      'Kinds are cyclonedx, spdx, sarif (2.1.0), container, dast, signature, log, openvex and cyclonedx-vex.',
    'appsec:artifacts.media-types':
      'Media types are application/vnd.cyclonedx+json, application/spdx+json and application/sarif+json.',
    'appsec:artifacts.validate': 'All validate against their published JSON schemas.',
    'appsec:artifacts.signature':
      'The signature is `{label: {algorithm, artifactSha256, digest, signature, identity, publicKeyPem, signedAt}}`.',
    'appsec:artifacts.openssl': 'The signature can be verified with openssl alone.',
    'appsec:artifacts.keyless': 'Keyless mode makes a Sigstore bundle.',
  }),
  section('0 §2 Gate', {
    'appsec:gates.default': 'The default gate is 0/5/20/-1 with failOnNew true.',
    'appsec:gates.decided': 'gateResult is PASSED or FAILED once the scan is COMPLETED or FAILED.',
    'appsec:gates.failed-never-passes': 'A failed scan never passes.',
    'appsec:gates.baseline':
      'failOnNew compares with the previous COMPLETED scan of the branch, else of the default branch.',
    'appsec:gates.not-counted': 'Accepted-risk and false-positive findings do not count.',
  }),
  section('0 §2 Finer points, scans', {
    'appsec:finer.developer-project': 'A scan without projectId may make its project also for a DEVELOPER.',
    'appsec:finer.baseline-order':
      'The baseline is of the same branch, else the default branch, else the project, per common scanner.',
    'appsec:finer.first-scan': 'The first scan of a project has nothing new.',
    'appsec:finer.info-never': 'INFO never counts in the gate.',
    'appsec:finer.resolved': 'RESOLVED, FALSE_POSITIVE and ACCEPTED_RISK do not count in the gate.',
    'appsec:finer.counts-open': 'Severity counts hold all open findings.',
    'appsec:finer.gate-patch': 'PATCH of a gate keeps stored values.',
    'appsec:finer.incremental-base':
      "INCREMENTAL without baseSha compares with the last completed scan's commit or inventory, else scans all.",
    'appsec:finer.fingerprints': 'Fingerprints survive line shifts and renames.',
    'appsec:finer.signature-bytes': 'The signature is RSA-SHA256 over the bytes of the artifact, in base64.',
    'appsec:finer.digest': '`digest` equals `artifactSha256`, in hex; labels are artifact kinds.',
    'appsec:finer.extra-types': 'Extra artifact types are OPENVEX and CYCLONEDX_VEX.',
    'appsec:finer.not-affected': 'FALSE_POSITIVE gives `not_affected` in VEX.',
    'appsec:finer.precommit-size':
      'For pre-commit 2 MB are 2 MiB; JSON bodies are up to 64 MiB there, 1 MiB elsewhere.',
    'appsec:finer.precommit-environment':
      'The hook reads `GATEHOUSE_URL`, `GATEHOUSE_API_KEY` and `GATEHOUSE_FAIL_ON`.',
    'appsec:finer.limits-400': '`limit` and `days` out of range are a 400.',
    'appsec:finer.image-archives':
      'Image archives come in part `image`; CONTAINER_ONLY with `image` is the same as IMAGE.',
    'appsec:finer.delete-204': 'DELETE answers 204.',
    'appsec:finer.actions-200': 'Pause, resume, stop and cancel answer 200 with the scan.',
  }),
]
