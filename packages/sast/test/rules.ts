/** Rules that find calls of `danger` in JavaScript and Python and LATER1 in any text. */
export const RULES = {
  own: false,
  files: [
    {
      path: 'r.yaml',
      text: `rules:
- id: danger
  message: Calls danger with $X.
  severity: ERROR
  languages: [javascript, python]
  pattern: danger($X)
  fix: safe($X)
  metadata: {cwe: CWE-77, references: ['https://example.org/danger']}
- id: later
  message: Something is left to do.
  severity: INFO
  languages: [regex]
  pattern-regex: 'LATER\\d'
`,
    },
  ],
}
