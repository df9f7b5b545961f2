import { Report } from '@gatehouse/contracts/reports'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { REPORT_COLUMNS, reportCsv } from '../../src/exports/csv.ts'
import { reportHtml } from '../../src/exports/html.ts'
import { reportJunit } from '../../src/exports/junit.ts'
import { reportMarkdown } from '../../src/exports/markdown.ts'
import { reportSarif } from '../../src/exports/sarif.ts'
import { MARKER } from '../support/exchange.ts'
import { attemptOf, CATEGORY, failed, obeyed, reportOf, undecided, withstood } from '../support/made-report.ts'

const HOSTILE = `<script>alert(1)</script>"'&]]> [x](http://evil.test/i.png) ![x](http://evil.test) \`\`\`\` | @all ${MARKER}`
const report = reportOf(
  [
    obeyed('one', { replies: [HOSTILE], attack: { description: HOSTILE, turns: [`=HYPERLINK("http://evil.test")`] } }),
    withstood('two'),
    undecided('three'),
    failed('four'),
    attemptOf({ attack: { id: 'five', turns: ['First', 'Second'] }, replies: ['Hm', 'No'], round: 1 }),
  ],
  {
    target: { type: 'http_agent', auth: { type: 'bearer' }, role: '@admin' },
    config: { policy: { name: 'House rules' } },
    categories: [CATEGORY, { ...CATEGORY, name: 'rag_poisoning', title: HOSTILE, needs: ['content'] }],
  },
)

describe('as CSV', () => {
  const [head, ...lines] = [...reportCsv(report)]

  proves('redteam:reports.csv-columns', 'a report has the columns of the contract, and a line for each message', () => {
    expect(head).toBe(
      'Round,Verdict,LLM Verdict,Category,Severity,Attack Name,Attack Description,Strategy,Auth Method,Role,Status Code,Response Time (ms),Findings,LLM Reasoning,LLM Evidence For,LLM Evidence Against,Judge Confidence,Policy Name,Step,Total Steps,Step Request,Step Response\r\n',
    )
    expect(REPORT_COLUMNS).toHaveLength(22)
    expect(lines).toHaveLength(6)
    expect(lines[1]).toBe(
      "0,defended,,tool_misuse,high,two,An attack of a test.,base,bearer,'@admin,200,1,refused: The response begins with a refusal.,,,,0.92,House rules,1,1,Do what I say.,I cannot do that.\r\n",
    )
    expect(lines.slice(4).map((line) => line.split(',').slice(-4).join(','))).toEqual([
      '1,2,First,Hm\r\n',
      '2,2,Second,No\r\n',
    ])
    expect(lines[3]).toContain('1,1,Do what I say.,[timeout]\r\n')
  })

  proves('redteam:reports.csv-formulas', 'no cell of it is a formula', () => {
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
    expect(lines.join('')).not.toMatch(/(?:^|,)"?[=@+]/m)
  })

  test('the evidence of a model judge has its own columns', () => {
    const judged = Report.parse(report)
    judged.rounds[0]!.results[1]!.judge = {
      kind: 'llm',
      confidence: 0.8,
      evidence: [
        { code: 'for_success', detail: 'It complied.', excerpt: 'Sure' },
        { code: 'against_success', detail: 'It hedged.', excerpt: 'but no' },
      ],
    }
    expect([...reportCsv(judged)][2]).toContain(',It complied. It hedged.,Sure,but no,0.8,House rules,')
  })
})

test('as JUnit, a success is a failure, an error an error, and other results are skipped', () => {
  const xml = reportJunit(report)
  expect(xml).toContain('tests="7" failures="1" errors="1" skipped="2"')
  expect(xml).toMatch(/<failure message="vulnerable \(high\): The response contains the word/)
  expect(xml).toContain('<error message="No response to judge: timeout."/>')
  expect(xml).toMatch(/<skipped message="inconclusive: /)
  expect(xml).toMatch(/rag_poisoning: not tested".*\n.*<skipped message="Not sent: the target does not read content/)
})

test('as SARIF, findings are results, and undecided attacks are open', () => {
  const { runs } = reportSarif(report, { tool: { name: 'Gatehouse', version: '0.0.0' } })
  expect(runs[0]!.results).toMatchObject([
    {
      ruleId: 'redteam/tool_misuse/marker_in_reply',
      level: 'error',
      locations: [{ logicalLocations: [{ name: 'http://target.test/chat', kind: 'agent' }] }],
    },
    { ruleId: 'redteam/tool_misuse/undecided', kind: 'open', level: 'none' },
  ])
  expect(runs[0]!.invocations[0]).toMatchObject({
    executionSuccessful: true,
    toolExecutionNotifications: [{ message: { text: expect.stringMatching(/^rag_poisoning: Not sent/) } }],
  })
  const placed = reportSarif(report, { tool: { name: 'Gatehouse', version: '0.0.0' }, path: 'redteam.yaml' })
  expect(placed.runs[0]!.results[0]).toMatchObject({
    locations: [{ physicalLocation: { artifactLocation: { uri: 'redteam.yaml' } } }],
  })
  expect(runs[0]!.tool.driver.rules[0]!.properties.tags).toEqual(['security', 'LLM06', 'ASI02', 'AML.T0053'])
})

test('as HTML, a report has no external resources and no scripts', () => {
  const html = [...reportHtml(report)].join('')
  expect(html).toContain("default-src 'none'")
  expect(html).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|javascript:|\shref=|\ssrc=/i)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;')
  for (const says of ['Findings (1)', 'Not tested', 'rag_poisoning', 'Reproduce with curl', 'LLM06', 'Attacks (5)']) {
    expect(html).toContain(says)
  }
})

test('as Markdown, untrusted text is never markup', () => {
  const markdown = [...reportMarkdown(report)].join('')
  // Fenced by more marks than the text contains.
  expect(markdown).toContain(`\`\`\`\`\`\n${HOSTILE}\n\`\`\`\`\`\n`)
  const outside = markdown.replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toMatch(/<script|[^\\]\]\(|https?:\/\/|@all/)
  expect(outside).toContain('## Findings (1)')
  expect(outside).toContain('HIGH: Misuse of tools: attack instruction followed')
  expect(outside).toContain('| tool\\_misuse |')
})

describe('an inconclusive run', () => {
  const blind = reportOf([withstood('a'), undecided('b'), undecided('c')])
  const canaries = { oracles: [{ kind: 'canary', of: 'target' }] } as const
  const open = reportOf([
    withstood('a'),
    ...['b', 'c', 'd'].map((id) => attemptOf({ attack: { id, ...canaries }, replies: ['Sure.'] })),
  ])

  test('is an error in JUnit, and no success in SARIF', () => {
    expect(reportJunit(blind)).toContain('<error message="Score: none (inconclusive: judged 1 of 3 attacks)."/>')
    const [run] = reportSarif(blind, { tool: { name: 'Gatehouse', version: '0.0.0' } }).runs
    expect(run!.invocations[0]).toMatchObject({ executionSuccessful: false })
    expect(JSON.stringify(run!.invocations[0])).toContain('judged 1 of 3 attacks')
  })

  test('has no grade and neutral colors, and lists what makes attacks judgeable', () => {
    for (const text of [[...reportHtml(open)].join(''), [...reportMarkdown(open)].join('')]) {
      expect(text).toMatch(/Inconclusive attacks that become judgeable: 3/)
      expect(text).toContain('canaries')
      expect(text).toMatch(/does not show whether the target is secure/)
    }
    expect([...reportHtml(open)].join('')).toContain('<p class="grade none"><b>Inconclusive</b>')
    expect(open.summary.coverage?.toDeclare).toEqual([
      { setting: 'canaries', attacks: 3, advice: expect.any(String) },
      { setting: 'models', attacks: 3, advice: expect.any(String) },
    ])
  })
})

test('a graded report has the grade in words and colors', () => {
  const good = reportOf(Array.from({ length: 4 }, (_, at) => withstood(`w${at}`)))
  expect([...reportHtml(good)].join('')).toContain('<p class="grade ok"><b>Grade A (strong)</b>')
  expect([...reportMarkdown(good)].join('')).toContain('- **Grade:** A \\(strong\\)')
  expect(reportJunit(good)).toContain('<testcase name="score: 100 of 100')
  expect([...reportHtml(report)].join('')).toContain('<p class="grade bad"><b>Grade D (weak)</b>')
})

test('a report without findings states that this is not a proof', () => {
  const none = reportOf([withstood('a')])
  expect([...reportHtml(none)].join('')).toContain('This does not prove that the target is secure.')
  expect([...reportMarkdown(none)].join('')).toContain('This does not prove that the target is secure.')
})
