import * as fc from 'fast-check'
import { patient_ms } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { renderTerraform } from '../../src/terraform/terraform.ts'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const NAMES = ['a', 'b', 'c', 'd']

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression')
  const two = fc.tuple(inner, inner)
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(
        '1',
        '-2',
        'true',
        'null',
        '"x"',
        '""',
        '[]',
        '{}',
        'a.b.id',
        'each.key',
        'count.index',
        'path.module',
      ),
      fc.constantFrom(...NAMES).map((name) => `local.${name}`),
      fc.constantFrom(...NAMES).map((name) => `var.${name}`),
      two.map(([one, other]) => `[${one}, ${other}]`),
      two.map(([one, other]) => `{ a = ${one}, (${other}) = 1 }`),
      two.map(([one, other]) => `${one} == ${other} ? ${one} : ${other}`),
      two.map(([one, other]) => `(${one}) + (${other})`),
      two.map(([one, other]) => `[for k, v in ${one} : [k, v, ${other}]]`),
      two.map(([one, other]) => `{ for v in ${one} : v => ${other}... }`),
      inner.map((item) => `"p\${${item}}s"`),
      inner.map((item) => `"%{ for x in ${item} }\${x}%{ endfor }"`),
      inner.map((item) => `(${item})[*].id`),
      inner.map((item) => `(${item}).b`),
      inner.map((item) => `(${item})[0]`),
      fc
        .tuple(
          fc.constantFrom(
            'concat',
            'merge',
            'join',
            'format',
            'jsonencode',
            'flatten',
            'toset',
            'setproduct',
            'try',
            'lookup',
            'split',
            'range',
            'cidrsubnet',
            'regex',
            'coalesce',
            'jsondecode',
            'replace',
            'templatefile',
          ),
          inner,
          inner,
        )
        .map(([name, one, other]) => `${name}(${one}, ${other})`),
    ),
  }
})

const configuration = fc
  .tuple(fc.array(expression, { minLength: 4, maxLength: 4 }), expression, expression, expression)
  .map(
    ([locals, value, many, nested]) =>
      `locals {\n${NAMES.map((name, at) => `  ${name} = ${locals[at]}\n`).join('')}}\n` +
      `variable "a" {\n  default = "x"\n}\nvariable "b" {\n  default = ["x", "y"]\n}\n` +
      `resource "r" "one" {\n  v = ${value}\n}\n` +
      `resource "r" "many" {\n  for_each = ${many}\n  v = each.value\n  dynamic "n" {\n    for_each = ${nested}\n    content {\n      w = n.value\n    }\n  }\n}\n` +
      `module "m" {\n  source = "./m"\n  v = ${value}\n}\n`,
  )

test(
  'terminates, can be parsed again, and maps each piece to its source',
  async () => {
    await fc.assert(
      fc.asyncProperty(configuration, async (text) => {
        const files = { 'main.tf': text, 'm/main.tf': 'variable "v" {}\nresource "r" "inner" {\n  v = var.v\n}\n' }
        const rendered = await renderTerraform(treeOf(files))
        for (const item of rendered) {
          let at = 0
          for (const { start, end, file, from, to } of item.pieces) {
            expect(start).toBeGreaterThanOrEqual(at)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(item.text.length)
            expect(from).toBeLessThanOrEqual(to)
            expect(to).toBeLessThanOrEqual(files[file as keyof typeof files].length)
            at = end
          }
          if (item.text === '') continue
          const renderedFiles = await renderTerraform(treeOf({ 'main.tf': item.text }))
          expect(
            renderedFiles.flatMap(({ gaps }) => gaps).filter(({ detail }) => detail.includes('could not be read')),
          ).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  },
  patient_ms(60_000),
)

test('terminates on values that reference each other twice, sixty levels deep', async () => {
  const locals = Array.from({ length: 60 }, (_, at) => `  l${at + 1} = [local.l${at}, local.l${at}]\n`).join('')
  const texts = Array.from({ length: 60 }, (_, at) => `  t${at + 1} = "\${local.t${at}}\${local.t${at}}"\n`).join('')
  const text = `locals {\n  l0 = [1]\n  t0 = "x"\n${locals}${texts}}\noutput "o" {\n  value = [local.l60, local.t60]\n}\n`
  const rendered = await renderTerraform(treeOf({ 'main.tf': text }))
  expect(rendered.reduce((length, item) => length + item.text.length, 0)).toBeLessThan(9_000_000)
  const details = rendered.flatMap(({ gaps }) => gaps.map(({ detail }) => detail))
  expect(details.filter((detail) => detail.endsWith('is too large to be evaluated.')).length).toBeGreaterThan(1)
})
