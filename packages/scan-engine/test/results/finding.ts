import type { ResultFinding } from '../../src/results/index.ts'

/** Vulnerable package without triage. */
export const vulnerable: ResultFinding = {
  scanner: 'SCA',
  ruleId: 'GHSA-aaaa-bbbb-cccc',
  severity: 'CRITICAL',
  title: 'inner 3.1.4: runs what it is given',
  description: 'inner 3.1.4 has CVE-2026-1111.',
  filePath: 'package-lock.json',
  startLine: 4,
  endLine: 4,
  cweId: 'CWE-94',
  cveId: 'CVE-2026-1111',
  owasp: ['A06:2021'],
  confidence: 1,
  fingerprint: 'f'.repeat(32),
  status: 'OPEN',
  metadata: {
    purl: 'pkg:npm/inner@3.1.4',
    aliases: ['GHSA-aaaa-bbbb-cccc', 'CVE-2026-1111'],
    fixedVersion: '3.1.9',
    safeVersion: '3.2.0',
  },
}
