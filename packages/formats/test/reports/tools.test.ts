import { expect, test } from 'vitest'
import { read, TOKEN } from './made.ts'

test('cyclonedx: one finding per affected component, without those that VEX excludes', () => {
  const component = { 'bom-ref': 'r1', name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' }
  const vulnerability = {
    id: 'GHSA-jf85-cpcp-j695',
    references: [{ id: 'CVE-2019-10744' }],
    ratings: [{ severity: 'critical', score: 9.1 }],
    cwes: [1321],
    description: 'Prototype pollution in lodash.',
    affects: [{ ref: 'r1' }, { ref: 'urn:cdx:5f6f6c1c-0000-4000-8000-000000000000/1#r1' }],
  }
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { tools: { components: [{ name: 'grype', version: '0.80.0' }] } },
    components: [{ name: 'outer', components: [component] }],
    vulnerabilities: [
      vulnerability,
      { id: 'CVE-2020-1', analysis: { state: 'not_affected' }, affects: [{ ref: 'r1' }] },
    ],
  }
  const report = read(bom)
  expect(report).toMatchObject({ format: 'cyclonedx', tool: 'grype', toolVersion: '0.80.0', skipped: 1 })
  expect(report.findings).toHaveLength(2)
  expect(report.findings[0]).toMatchObject({
    severity: 'CRITICAL',
    title: 'lodash 4.17.4: Prototype pollution in lodash.',
    cveId: 'CVE-2019-10744',
    cweId: 'CWE-1321',
    cvss: 9.1,
    package: { name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' },
  })
})

test('trivy: vulnerabilities, misconfigurations and secrets', () => {
  const report = read({
    SchemaVersion: 2,
    Trivy: { Version: '0.57.0' },
    ArtifactName: '.',
    ArtifactType: 'repository',
    Results: [
      {
        Target: 'package-lock.json',
        Class: 'lang-pkgs',
        Type: 'npm',
        Vulnerabilities: [
          {
            VulnerabilityID: 'CVE-2021-44906',
            PkgName: 'minimist',
            InstalledVersion: '1.2.5',
            FixedVersion: '1.2.6',
            Severity: 'CRITICAL',
            Title: 'minimist: prototype pollution',
            CweIDs: ['CWE-1321'],
            CVSS: { ghsa: { V3Score: 9.8 } },
          },
        ],
      },
      {
        Target: 'Dockerfile',
        Class: 'config',
        Type: 'dockerfile',
        Misconfigurations: [
          {
            ID: 'DS002',
            AVDID: 'AVD-DS-0002',
            Title: 'Image user should not be root',
            Severity: 'HIGH',
            Status: 'FAIL',
          },
          { ID: 'DS001', Title: 'x', Status: 'PASS' },
        ],
      },
      {
        Target: '.env',
        Class: 'secret',
        Secrets: [{ RuleID: 'github-pat', Title: 'GitHub token', Severity: 'CRITICAL', StartLine: 3, Match: TOKEN }],
      },
    ],
  })
  expect(report).toMatchObject({ format: 'trivy', toolVersion: '0.57.0', skipped: 1 })
  expect(
    report.findings.map(({ subject, ruleId, severity, filePath }) => [subject, ruleId, severity, filePath]),
  ).toEqual([
    ['package', 'CVE-2021-44906', 'CRITICAL', 'package-lock.json'],
    ['configuration', 'AVD-DS-0002', 'HIGH', 'Dockerfile'],
    ['secret', 'github-pat', 'CRITICAL', '.env'],
  ])
  expect(report.findings[0]!.package).toEqual({
    name: 'minimist',
    version: '1.2.5',
    fixedVersion: '1.2.6',
    purl: 'pkg:npm/minimist@1.2.5',
  })
  expect(JSON.stringify(report)).not.toContain(TOKEN)
})

test('zap: one finding per URL and parameter, without HTML, queries and false positives', () => {
  const alert = {
    pluginid: '40012',
    alertRef: '40012',
    name: 'Cross Site Scripting (Reflected)',
    riskcode: '3',
    confidence: '2',
    desc: '<p>Cross-site Scripting &lt;XSS&gt; is an attack.</p><p>Two</p>',
    cweid: '79',
    instances: [
      { uri: 'https://shop.example/search?q=%3Cscript%3E', method: 'GET', param: 'q', attack: '<script>' },
      { uri: 'https://shop.example/find', method: 'POST', param: 'q' },
    ],
  }
  const sites = [{ '@name': 'https://shop.example', alerts: [alert, { ...alert, confidence: '0' }] }]
  const report = read({ '@programName': 'ZAP', '@version': '2.15.0', site: sites })
  expect(report).toMatchObject({ tool: 'ZAP', toolVersion: '2.15.0', skipped: 2 })
  expect(report.findings).toEqual([
    expect.objectContaining({
      subject: 'web',
      severity: 'HIGH',
      cweId: 'CWE-79',
      filePath: '/search',
      description: 'Cross-site Scripting <XSS> is an attack.\nTwo',
      request: { url: 'https://shop.example/search', method: 'GET', parameter: 'q' },
    }),
    expect.objectContaining({ filePath: '/find' }),
  ])
})

test('semgrep: weakness, severity and code, without the code of credentials', () => {
  const result = (check_id: string, extra: object) => ({
    check_id,
    path: 'app/views.py',
    start: { line: 4, col: 5 },
    end: { line: 4, col: 30 },
    extra,
  })
  const report = read({
    version: '1.97.0',
    results: [
      result('python.flask.ssrf', {
        severity: 'ERROR',
        message: 'Request data reaches an outgoing request. Validate the host.',
        lines: 'requests.get(url)',
        fingerprint: 'requires login',
        metadata: { cwe: ['CWE-918: Server-Side Request Forgery (SSRF)'], confidence: 'HIGH' },
      }),
      result('generic.secrets.github-token', { severity: 'ERROR', message: 'GitHub token', lines: `t = "${TOKEN}"` }),
      result('ignored', { severity: 'INFO', message: 'x', is_ignored: true }),
    ],
  })
  expect(report).toMatchObject({ tool: 'Semgrep', toolVersion: '1.97.0', skipped: 1 })
  expect(report.findings[0]).toMatchObject({
    severity: 'HIGH',
    title: 'Request data reaches an outgoing request',
    cweId: 'CWE-918',
    snippet: 'requests.get(url)',
    stableId: undefined,
  })
  expect(report.findings[1]).toMatchObject({ subject: 'secret', snippet: undefined })
  expect(JSON.stringify(report)).not.toContain(TOKEN)
})

test.each([
  [
    '8',
    {
      RuleID: 'github-pat',
      Description: `Token ${TOKEN} found`,
      File: 'src/a.js',
      StartLine: 2,
      Secret: TOKEN,
      Match: TOKEN,
    },
  ],
  [
    '7',
    {
      rule: 'GitHub token',
      offender: TOKEN,
      line: `x ${TOKEN}`,
      file: 'src/a.js',
      lineNumber: 2,
      commitMessage: TOKEN,
    },
  ],
])('gitleaks %s: the secret is nowhere in the result', (_version, item) => {
  const report = read([item])
  expect(report.findings).toEqual([
    expect.objectContaining({ subject: 'secret', filePath: 'src/a.js', startLine: 2, cweId: 'CWE-798' }),
  ])
  expect(JSON.stringify(report)).not.toContain(TOKEN)
})

test('npm audit: current and former versions', () => {
  const via = {
    source: 1097678,
    name: 'minimist',
    dependency: 'minimist',
    title: 'Prototype Pollution in minimist',
    url: 'https://github.com/advisories/GHSA-xvch-5gv4-984h',
    severity: 'critical',
    cwe: ['CWE-1321'],
    cvss: { score: 9.8 },
    range: '<0.2.4',
  }
  const report = read({
    auditReportVersion: 2,
    vulnerabilities: {
      minimist: { name: 'minimist', via: [via], fixAvailable: { name: 'minimist', version: '0.2.4' } },
      mkdirp: { name: 'mkdirp', via: ['minimist'] },
    },
  })
  expect(report.findings).toEqual([
    expect.objectContaining({
      ruleId: 'GHSA-xvch-5gv4-984h',
      severity: 'CRITICAL',
      title: 'minimist: Prototype Pollution in minimist',
      package: { name: 'minimist', fixedVersion: '0.2.4', purl: 'pkg:npm/minimist' },
    }),
  ])
  const former = {
    module_name: 'growl',
    severity: 'critical',
    title: 'Command Injection',
    cves: ['CVE-2017-16042'],
    findings: [{ version: '1.9.2' }],
  }
  expect(read({ advisories: { 146: { id: 146, ...former } }, metadata: {} }).findings[0]).toMatchObject({
    ruleId: 'npm-146',
    cveId: 'CVE-2017-16042',
    package: { purl: 'pkg:npm/growl@1.9.2' },
  })
})
