import * as fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { findingsCsv, findingsHtml, HTML_FINDINGS_MAX, type ReportedFinding } from '../../src/artifacts.ts'
import type { FindingsPage } from '../../src/findings/findings-html.ts'

const finding: ReportedFinding = {
  severity: 'HIGH',
  scanner: 'SECRETS_PATTERN',
  title: 'A key',
  description: 'Revoke it.',
  filePath: 'src/a.ts',
  startLine: 3,
  endLine: 4,
  ruleId: 'secrets/key',
  cweId: 'CWE-798',
  confidence: 0.9,
  status: 'OPEN',
  snippet: 'key = "****"',
  fingerprint: 'f1',
}
const page = (more: Partial<FindingsPage> = {}): FindingsPage => ({
  title: 'shop',
  facts: [['Files', '7']],
  findings: [],
  gaps: [],
  ...more,
})
const html = (more: Partial<FindingsPage> = {}): string => [...findingsHtml(page(more))].join('')

/** Names of elements in the page, and its text. */
function parsed(text: string): { readonly names: readonly string[]; readonly text: string } {
  const names: string[] = []
  let said = ''
  const parser = new Parser({ onopentagname: (name) => void names.push(name), ontext: (part) => (said += part) })
  parser.end(text)
  return { names, text: said }
}

describe('as CSV', () => {
  test('the columns match the contract', () => {
    expect([...findingsCsv([finding])]).toEqual([
      'Severity,Scanner,Title,Description,File Path,Start Line,End Line,Rule ID,CWE ID,CVE ID,Confidence,Status,Snippet\r\n',
      'HIGH,SECRETS_PATTERN,A key,Revoke it.,src/a.ts,3,4,secrets/key,CWE-798,,0.9,OPEN,"key = ""****"""\r\n',
    ])
  })

  test.each(['=cmd|x', '+1', '-1', '@a', '\t=1', ' =1'])('a cell that a spreadsheet would run is text: %j', (text) => {
    const [, line = ''] = [...findingsCsv([{ ...finding, snippet: text, filePath: text }])]
    expect(line.split(',').filter((cell) => /^"?[ \t]*[=+\-@]/.test(cell))).toEqual([])
  })
})

describe('as a page', () => {
  test('the page is self-contained and runs no scripts', () => {
    const { names } = parsed(html({ findings: [finding] }))
    expect(
      names.filter((name) => ['script', 'link', 'img', 'iframe', 'object', 'base', 'form'].includes(name)),
    ).toEqual([])
    expect(html()).toContain(`default-src 'none'`)
  })

  test('everything of a finding is on it', () => {
    const { text } = parsed(
      html({ findings: [{ ...finding, isNew: true, cveId: 'CVE-2026-1', status: 'IN_PROGRESS' }] }),
    )
    for (const said of [
      'A key',
      'src/a.ts',
      '3–4',
      'CWE-798',
      'CVE-2026-1',
      '90 %',
      'new',
      'IN_PROGRESS',
      'key = "****"',
    ]) {
      expect(text).toContain(said)
    }
  })

  test('gate, coverage gaps and warnings are reported, and so is an empty result', () => {
    const { text } = parsed(
      html({
        warning: 'SCA failed.',
        gate: { result: 'FAILED', reasons: ['1 HIGH finding; the limit is 0.'] },
        gaps: [{ message: 'Too large.', path: 'a.bin' }],
      }),
    )
    for (const said of ['SCA failed.', 'Build gate: FAILED', 'the limit is 0', 'a.bin', 'Too large.', 'No findings.']) {
      expect(text).toContain(said)
    }
  })

  test('of very many the first are shown, and that there are more', () => {
    const many = Array.from({ length: HTML_FINDINGS_MAX + 3 }, () => finding)
    const { names, text } = parsed(html({ findings: many }))
    expect(names.filter((name) => name === 'article')).toHaveLength(HTML_FINDINGS_MAX)
    expect(text).toContain('3 more findings are listed in the other formats.')
  })

  test('no text of a source becomes an element of the page', () => {
    const clean = parsed(html({ findings: [finding] })).names
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('"><script>x</script>', "'/><img src=x>", '</title><b>'),
        (a, b) => {
          const text = a + b
          const hostile = {
            ...finding,
            title: text,
            description: text,
            filePath: text,
            snippet: text,
            ruleId: text,
            fingerprint: text,
          }
          const made = parsed(html({ title: text, facts: [[text, text]], findings: [hostile] }))
          expect(made.names).toEqual(clean)
        },
      ),
    )
  })
})
