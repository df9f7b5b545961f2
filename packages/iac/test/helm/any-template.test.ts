import * as fc from 'fast-check'
import { patient_ms } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { helmRenderer } from '../../src/helm/renderer.ts'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const WORDS = [
  '{{',
  '}}',
  '{{-',
  '-}}',
  ' ',
  '\n',
  'if',
  'else',
  'end',
  'range',
  'with',
  'define',
  'template',
  'block',
  'include',
  '"a"',
  '"',
  '`',
  '.',
  '.Values',
  '.Values.l',
  '$',
  '$x',
  ':=',
  '=',
  '|',
  '(',
  ')',
  ',',
  '1',
  'true',
  'nil',
  'list',
  'dict',
  'set',
  'toYaml',
  'nindent',
  'tpl',
  'printf',
  'index',
  'repeat',
  'until',
  'merge',
  'break',
  '/*',
  '*/',
  'text: ',
]

/** Templates that are mostly valid. */
const { body } = fc.letrec<{ body: string }>((tie) => {
  const inner = tie('body')
  const value = fc.constantFrom(
    '.',
    '.Values.l',
    '.Values.m',
    '$',
    '(list 1 2)',
    '(dict "a" .)',
    '"t"',
    '3',
    '$x',
    '.Values.none.a',
    '(toYaml .Values)',
    '(until 5)',
    '(index .Values.l 0)',
    '(set .Values.m "k" .)',
    '(merge .Values.m .Values)',
  )
  return {
    body: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('a: 1\n', ' ', 'x'),
      value.map((item) => `{{ ${item} }}`),
      fc
        .tuple(
          value,
          fc.constantFrom(
            'toYaml',
            'toJson',
            'quote',
            'len',
            'first',
            'keys',
            'nindent 2',
            'upper',
            'default 1',
            'b64enc',
            'indent 3',
            'join "-"',
            'has 1',
            'printf "%v"',
          ),
        )
        .map(([item, name]) => `{{- ${item} | ${name} -}}`),
      fc.tuple(value, inner, inner).map(([item, yes, no]) => `{{ if ${item} }}${yes}{{ else }}${no}{{ end }}`),
      fc.tuple(value, inner).map(([item, each]) => `{{ range $i, $x := ${item} }}${each}{{ end }}`),
      fc.tuple(value, inner).map(([item, each]) => `{{ with ${item} }}${each}{{ end }}`),
      fc.tuple(value, inner).map(([item, each]) => `{{ define "n" }}${each}{{ end }}{{ include "n" ${item} }}`),
      fc.tuple(inner, inner).map(([one, other]) => one + other),
    ),
  }
})

const template = fc.oneof(
  body,
  fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(' ')),
)

test(
  'any template terminates and maps each piece to its source',
  async () => {
    await fc.assert(
      fc.asyncProperty(template, async (text) => {
        const files = {
          'Chart.yaml': 'name: c\n',
          'values.yaml': 'l: [1, a, [b]]\nm: { x: { y: 1 } }\n',
          'templates/a.yaml': text,
        }
        const tree = treeOf(files)
        for (const unit of helmRenderer.plan(tree)) {
          for (const item of await helmRenderer.render(unit, tree)) {
            let at = 0
            for (const { start, end, file, from, to } of item.pieces) {
              expect(start).toBe(at)
              expect(end).toBeGreaterThan(start)
              expect(from).toBeLessThanOrEqual(to)
              expect(to).toBeLessThanOrEqual(files[file as keyof typeof files].length)
              at = end
            }
            expect(at).toBe(item.text.length)
          }
        }
      }),
      { numRuns: 800 },
    )
  },
  patient_ms(60_000),
)
