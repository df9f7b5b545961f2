import { UsageError, kebabName, words } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const FOLDER = 'packages/sast/rules'

interface Language {
  /** As in `languages:` of a rule. */
  readonly names: string
  readonly extension: string
  readonly comment: string
  /** Lines around the calls of a test file. */
  readonly before?: readonly string[]
  readonly after?: readonly string[]
  /** Behind a call. */
  readonly end?: string
}

const METHOD = { before: ['class Connections {', 'void open() {'], after: ['}', '}'], end: ';', comment: '//' }
const FUNCTION = { before: ['void open(void) {'], after: ['}'], end: ';', comment: '//' }

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: { names: 'python', extension: 'py', comment: '#' },
  javascript: { names: 'javascript, typescript', extension: 'js', comment: '//' },
  java: { names: 'java', extension: 'java', ...METHOD },
  csharp: { names: 'csharp', extension: 'cs', ...METHOD },
  c: { names: 'c, cpp', extension: 'c', ...FUNCTION },
  go: {
    names: 'go',
    extension: 'go',
    comment: '//',
    before: ['package connections', '', 'func open() {'],
    after: ['}'],
  },
  kotlin: { names: 'kotlin', extension: 'kt', comment: '//', before: ['fun open() {'], after: ['}'] },
  php: { names: 'php', extension: 'php', comment: '//', before: ['<?php'], end: ';' },
  ruby: { names: 'ruby', extension: 'rb', comment: '#' },
  rust: { names: 'rust', extension: 'rs', comment: '//', before: ['fn open() {'], after: ['}'], end: ';' },
}

export default {
  usage: '<language> <name>',
  about: 'a static analysis rule: a YAML file, and the code on which it is tested',
  plan(_root, args) {
    const [language = '', text] = args
    const spec = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
    if (spec === undefined) throw new UsageError(`the language is one of: ${Object.keys(LANGUAGES).join(', ')}`)
    const name = kebabName(text, 'a rule')
    const path = `${FOLDER}/${language}/${name}`
    const id = `${language}-${name}`
    return {
      create: { [`${path}.yaml`]: ruleOf(id, name, spec), [`${path}.${spec.extension}`]: codeOf(id, spec) },
      next: [
        `Write the pattern, message and CWE in ${path}.yaml, and weak and safe code in ${path}.${spec.extension}.`,
        `npm run gatehouse -- rules test ${path}.yaml`,
        'npm run check',
      ],
    }
  },
} satisfies Scaffold

function ruleOf(id: string, name: string, { names }: Language): string {
  return `rules:
  - id: ${id}
    languages: [${names}]
    severity: MEDIUM
    message: >-
      The connection allows an unencrypted transport. An attacker on the network can read and change its content.
      Require TLS.
    metadata: { title: ${words(name)}, cwe: CWE-319, owasp: [A02:2021, A04:2025], confidence: MEDIUM }
    pattern: open_connection(..., "plain-text", ...)
`
}

function codeOf(id: string, { comment, before = [], after = [], end = '' }: Language): string {
  const lines = [
    ...before,
    `${comment} ruleid: ${id}`,
    `open_connection("db.internal", "plain-text")${end}`,
    `${comment} ok: ${id}`,
    `open_connection("db.internal", "tls")${end}`,
    ...after,
  ]
  return `${lines.join('\n')}\n`
}
