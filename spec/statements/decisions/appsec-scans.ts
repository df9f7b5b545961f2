import { section } from '../../statement.ts'

/** Statements of the decisions on scans, findings and artifacts. Section 2. */
export const appsecScans = [
  section('0 §2 Create scan', {
    'appsec:create.part': 'The upload part is `source` or `file`: tar, tgz or zip.',
    'appsec:create.fields': 'Fields are separate parts or one JSON part `data`. A JSON body is also accepted.',
    'appsec:create.answer': 'Creation returns 201 `{scanId, projectId, status: "QUEUED"}`.',
    'appsec:create.default-type': 'The default scanType is FULL.',
    'appsec:create.project-found': 'Without projectId, the project is found by repoUrl.',
    'appsec:create.project-made': 'Otherwise, a project is created from projectName, newProjectName or the file name.',
    'appsec:create.two-sources-400': 'Two sources at once return 400.',
    'appsec:create.image': 'Type IMAGE accepts `image`, a reference or an uploaded archive.',
  }),
  section('0 §2 Scan record', {
    'appsec:record.identity': 'A scan has id, projectId, organizationId, status, scanType, triggeredBy and project.',
    'appsec:record.revision': 'A scan has branch, commitSha, baseSha and prNumber.',
    'appsec:record.source-type':
      'sourceType is UPLOAD, GIT_CLONE, SVN_CHECKOUT, WEBHOOK, CONTAINER_IMAGE, DAST_TARGET or PRECOMMIT; sourceRef is a separate field.',
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
    'appsec:status.resume-paused': 'Resume changes PAUSED to RUNNING and continues after the last checkpoint.',
    'appsec:status.resume-stopped': 'Resume changes STOPPED to QUEUED, continues and keeps findings.',
    'appsec:status.stop': 'Stop is possible from QUEUED, RUNNING and PAUSED.',
    'appsec:status.cancel': 'Cancel is also possible from STOPPED. For a COMPLETED or FAILED scan, it returns 409.',
    'appsec:status.rescan': 'Rescan returns 201 and creates a scan of the same source with a new id.',
    'appsec:status.wrong-409': 'An invalid transition returns 409 with the current status.',
    'appsec:status.worker-dies': 'If a worker dies, another worker continues its scan from the checkpoint.',
  }),
  section('0 §2 Scanners', {
    'appsec:scanners.names':
      'Scanners are SECRETS_PATTERN, SECRETS_LLM, SAST_PATTERN, SAST_LLM, SCA, MALICIOUS_PKG, IAC, K8S, CONTAINER, ZERO_DAY, DAST.',
    'appsec:scanners.full': 'FULL runs all scanners except DAST. It also runs DAST if the project has dastTargetUrl.',
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
      'metadata contains package, version, fixedVersion, dependencyPath[], reachable, license, epss, kev and cvss.',
    'appsec:findings.metadata-others':
      'metadata contains dataFlow[] for taint, layer for containers, request/response for DAST.',
    'appsec:findings.secrets-masked': 'Secret values are masked everywhere, artifacts and logs included.',
    'appsec:findings.query':
      'The query accepts severity and status (csv), scanner, filePath, search, sort, page and limit (50, at most 500).',
    'appsec:findings.answer': 'The response is `{findings, pagination: {page, limit, total, totalPages}}`.',
  }),
  section('0 §2 Lists', {
    'appsec:lists.scans': 'Lists return `{scans, pagination}` with 20 scans per page, at most 100.',
    'appsec:lists.patch-answers': 'PATCH of a finding returns the finding.',
    'appsec:lists.bulk': 'Bulk is POST or PATCH with ids or findingIds (1–500) and returns `{updated, status}`.',
    'appsec:fix.answer':
      'suggest-fix returns `{diff, optionalUnifiedDiff, summary, developerFix, verificationSteps, source: rule|llm}`.',
    'appsec:fix.without-model': 'Rule fixes need no model.',
    'appsec:fix.applies': 'The diff always applies to the scanned source without conflicts.',
    'appsec:fix.open-pr':
      'open-pr accepts `{branch?, baseBranch?}` and returns 201 `{url, pullRequestUrl, pullRequestNumber, branch}`.',
    'appsec:fix.no-host-400': 'A missing host link returns 400 with a code such as `GITHUB_REPO_REQUIRED`.',
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
    'appsec:artifacts.openssl': 'The signature can be verified with only openssl.',
    'appsec:artifacts.keyless': 'Keyless mode creates a Sigstore bundle.',
  }),
  section('0 §2 Gate', {
    'appsec:gates.default': 'The default gate is 0/5/20/-1 with failOnNew true.',
    'appsec:gates.decided': 'gateResult is PASSED or FAILED after the scan is COMPLETED or FAILED.',
    'appsec:gates.failed-never-passes': 'A failed scan never passes.',
    'appsec:gates.baseline':
      'failOnNew compares with the previous COMPLETED scan of the branch, or else of the default branch.',
    'appsec:gates.not-counted': 'Accepted-risk and false-positive findings do not count.',
  }),
  section('0 §2 Finding management, imports', {
    'appsec:management.import':
      '`POST /api/projects/{id}/import` imports a report as multipart `file` with `format` sarif, cyclonedx, trivy, zap, semgrep, gitleaks or npm-audit.',
  }),
  section('0 §2 Finding management, bills of materials', {
    'appsec:management.sbom': '`POST /api/projects/{id}/sbom` monitors the packages of a bill of materials.',
  }),
  section('0 §2 Finding management, triage', {
    'appsec:management.patch': 'PATCH of a finding also takes `assigneeId`, `dueAt` and `acceptedUntil`.',
    'appsec:management.comments': '`GET` and `POST /api/findings/{id}/comments` list and add comments.',
    'appsec:management.retest': '`POST /api/findings/{id}/retest` checks whether a finding is fixed.',
  }),
  section('0 §2 Finer points, scans', {
    'appsec:finer.developer-project': 'A scan without projectId can also create its project for a DEVELOPER.',
    'appsec:finer.baseline-order':
      'For each common scanner, the baseline is a scan of the same branch, or else of the default branch, or else of the project.',
    'appsec:finer.first-scan': 'The first scan of a project has no new findings.',
    'appsec:finer.info-never': 'The gate never counts INFO findings.',
    'appsec:finer.resolved': 'The gate does not count RESOLVED, FALSE_POSITIVE and ACCEPTED_RISK findings.',
    'appsec:finer.counts-open': 'Severity counts include all open findings.',
    'appsec:finer.gate-patch': 'PATCH of a gate keeps stored values.',
    'appsec:finer.incremental-base':
      "Without baseSha, INCREMENTAL compares with the last completed scan's commit or inventory, or else scans all files.",
    'appsec:finer.fingerprints': 'Fingerprints survive line shifts and renames.',
    'appsec:finer.signature-bytes': 'The signature is RSA-SHA256 over the bytes of the artifact, in base64.',
    'appsec:finer.digest': '`digest` equals `artifactSha256`, in hex; labels are artifact kinds.',
    'appsec:finer.extra-types': 'Extra artifact types are OPENVEX and CYCLONEDX_VEX.',
    'appsec:finer.not-affected': 'FALSE_POSITIVE becomes `not_affected` in VEX.',
    'appsec:finer.precommit-size':
      'In pre-commit, 2 MB means 2 MiB. JSON bodies have up to 64 MiB there, and 1 MiB on other endpoints.',
    'appsec:finer.precommit-environment':
      'The hook reads `GATEHOUSE_URL`, `GATEHOUSE_API_KEY` and `GATEHOUSE_FAIL_ON`.',
    'appsec:finer.limits-400': '`limit` and `days` out of range return 400.',
    'appsec:finer.image-archives':
      'The part `image` contains an image archive. CONTAINER_ONLY with `image` is the same as IMAGE.',
    'appsec:finer.delete-204': 'DELETE returns 204.',
    'appsec:finer.actions-200': 'Pause, resume, stop and cancel return 200 with the scan.',
  }),
]
