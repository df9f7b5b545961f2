import { type Report, readReport, type ReportFormat } from '../../src/reports/index.ts'

export const read = (value: unknown, format?: ReportFormat): Report =>
  readReport(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), format)

/** Made up: 36 characters in the form of a GitHub token. */
export const TOKEN = `ghp_${'Zx9Kq2Lw7Rt4'.repeat(3)}`

export const rule = {
  id: 'py/sql-injection',
  name: 'py/sql-injection',
  shortDescription: { text: 'SQL query built from user-controlled sources' },
  properties: { 'security-severity': '8.8', precision: 'high', tags: ['security', 'external/cwe/cwe-089'] },
}
export const sarif = (results: readonly object[], run: object = {}): object => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'CodeQL', semanticVersion: '2.19.3', rules: [rule] } }, results, ...run }],
})
export const at = (uri: string, region: object = { startLine: 7, startColumn: 3, endColumn: 9 }) => ({
  locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
})
