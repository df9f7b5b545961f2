import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'terminal_escape', cwe: 'CWE-150' } as const

/** Raw control characters; apart from harmless colors, a text for people does not need them. */
const CSI = String.raw`(?:\x1b\[|\x9b)`
const OSC = String.raw`(?:\x1b\]|\x9d)`
/** Escaped control characters, as in source code and in a suggested `printf` command. */
const SPELLED = String.raw`\\(?:e|E|033|x1b|x1B|u001b|u001B|u\{1b\})`

export const terminalEscapeRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'terminal-clipboard',
    severity: 'critical',
    title: 'Control sequence that writes the clipboard',
    anchors: ['\u001b]52', '\u009d52', '\u001b]5522', '\u001bPtmux'],
    before: 12,
    after: 120,
    find: rx`(?:${OSC}(?:52|5522);[^\x07\x1b]{0,100}|\x1bPtmux;\x1b{1,2}\][^\x07]{1,60})`,
    flags: ['\u001b]52;c;aWQK\u0007', 'text \u009d52;p;cm0=\u009c'],
    ignores: ['\u001b[52m', 'OSC 52 writes the clipboard', '\u001b]0;title\u0007'],
  },
  {
    ...shared,
    id: 'terminal-paste-end',
    severity: 'critical',
    title: 'End mark of a bracketed paste inside a text',
    anchors: ['[201~', '\u009b201~', '[200~'],
    before: 6,
    after: 8,
    find: rx`(?:${CSI}|(?:${SPELLED}|\^\[)\[)20[01]~`,
    flags: ['ls\u001b[201~\nid\n', 'paste \\x1b[201~ whoami'],
    ignores: ['[201~300]', 'rows[200~x]'],
  },
  {
    ...shared,
    id: 'terminal-report',
    severity: 'high',
    title: 'Control sequence that makes the terminal type an answer, or rebinds keys',
    anchors: ['\u001b[', '\u009b', '\u001bP', '\u001bZ', '\u0090'],
    before: 4,
    after: 60,
    find: rx`(?:${CSI}(?:[>=?]?\d{0,2}c|[?]?[56]n|(?:1[189]|2[01])t|[?]?\d{1,4}\$p|(?:\d{1,3};){1,2}["'][^"'\n]{1,40}["']\d{0,3}p)|\x1bZ|(?:\x1bP|\x90)(?:[$+]q|\d{0,3}(?:;\d{1,3}){0,2}\|)[^\x1b]{0,40})`,
    flags: ['\u001b[21t', '\u001b[6n', '\u001bP$qm\u001b\\', '\u001b[0;59;"id"13p'],
    ignores: ['\u001b[31mred\u001b[0m', '\u001b[1;32mok', '\u001b[2K'],
  },
  {
    ...shared,
    id: 'terminal-operating-system',
    severity: 'high',
    title: 'Control string that links, names, notifies or sends a file',
    anchors: ['\u001b]', '\u009d'],
    before: 4,
    after: 260,
    find: rx`${OSC}(?:8;[^;\x07\x1b]{0,60};[^\x07\x1b\s]{1,200}|1337;(?:File|SetUserVar|Copy|RequestUpload|ReportVariable)[^\x07]{0,60}|(?:9|777|99);[^\x07\x1b]{1,80}|50;[^\x07\x1b]{1,60}|[0-2];[^\x07\x1b]{0,120}|4;\d{1,3};\?|1[0-9];\?|7;file:[^\x07\x1b]{1,80})`,
    verify(match) {
      // A window title is a nuisance, a link may lie, the rest reaches out of the terminal.
      return /^(?:\x1b\]|\x9d)[0-27];/.test(match[0]) ? 0.5 : 1
    },
    flags: [
      '\u001b]8;;http://h.example/\u0007https://bank.example\u001b]8;;\u0007',
      '\u001b]1337;File=name=YQ==:AAAA\u0007',
      '\u001b]0;hi\u0007',
    ],
    ignores: ['\u001b[0m', 'a ]8;; b', '\u001b]8;;\u0007'],
  },
  {
    ...shared,
    id: 'terminal-hidden-text',
    severity: 'high',
    title: 'Control sequences that hide or overwrite what a person reads',
    anchors: ['\u001b[', '\u009b', '\b\b', '\u001bc', '\u001b(0'],
    before: 4,
    after: 40,
    find: rx`(?:${CSI}(?:(?![345]8;)\d{1,2};){0,4}8(?:;\d{1,2}){0,4}m(?=[^\x1b]{1,24})|${CSI}(?:[0-3]?J|[02]?K|1K|\d{0,3};?\d{0,3}[Hf]|\?1049[hl]|\?25l|\d{0,3}[AFD])|\x08{3,40}|\x1bc(?![a-z])|\x1b\(0)`,
    verify: (match) => (/8(?:;\d{1,2}){0,4}m$|^\x08/.test(match[0]) ? 1 : 0.5),
    flags: ['\u001b[8mrm -rf x\u001b[0m', 'safe\b\b\b\bevil', 'a\u001b[1A\u001b[2Kb'],
    ignores: ['\u001b[38;5;8mgrey', '\u001b[1;31mbold', 'a\bb'],
  },
  {
    ...shared,
    id: 'terminal-spelled',
    severity: 'medium',
    title: 'Dangerous control sequence written out for printf or echo',
    anchors: [
      '\\e]',
      '\\033]',
      '\\x1b]',
      '\\u001b]',
      '\\u{1b}]',
      '\\033[8m',
      '\\e[8m',
      '\\x1b[8m',
      '\\u001b[8m',
      '^[]',
    ],
    before: 4,
    after: 80,
    find: rx`(?:(?:${SPELLED}|\^\[)\](?:52;[a-z0-9]{0,8};|8;[^;\s]{0,30};[^\\\s]{4,80}|1337;(?:File|Copy|SetUserVar)|50;)|${SPELLED}\[8m)`,
    flags: ['printf "\\e]52;c;aWQ=\\a"', 'echo -e "\\033[8mhidden"', '"\\u001b]8;;http://h.example\\u0007"'],
    ignores: ['\\033[31mred\\033[0m', '\\e]0;title\\a', '\\x1b[1m'],
  },
]
