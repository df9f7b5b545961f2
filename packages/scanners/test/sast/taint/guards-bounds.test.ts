import { patient_ms } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [python]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

test('a form that is put together from itself in a loop is not known', async () => {
  const text =
    'import re\ndef f():\n  form = ""\n  while more():\n    form = form + "a"\n  x = source()\n  if re.fullmatch(form, x):\n    sink(x)\n'
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:6 → a.py:8'])
})

test('a text that doubles with each line is not made', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `  t${at + 1} = t${at} + t${at}\n`).join('')
  const text = `import re\ndef f():\n  t0 = "ab"\n${lines}  x = source()\n  if re.fullmatch(t40, x):\n    sink(x)\n`
  const started = performance.now()
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:44 → a.py:46'])
  expect(performance.now() - started).toBeLessThan(patient_ms(3_000))
})
