import { expect, test } from 'vitest'
import { DEFAULT_OPTIONS } from '../src/match/source.ts'
import { readOptions } from '../src/rules/read-options.ts'
import { search } from './search.ts'

test.each([
  ['attr_expr', true],
  ['cpp_parsing_pref', 'as_fundef'],
  ['decorators_order_matters', false],
  ['flddef_assign', true],
  ['go_deeper_expr', true],
  ['implicit_deep_exprstmt', true],
  ['implicit_return', true],
  ['interfile', true],
  ['max_match_per_file', 10],
  ['taint_assume_safe_numbers', true],
  ['unify_ids_strictly', true],
  ['xml_attrs_implicit_ellipsis', true],
  ['xml_children_ordered', true],
  ['xml_singleton_loose_matching', true],
])('%s: %s requests the default behaviour', (name, value) => {
  expect(readOptions({ [name]: value })).toEqual(DEFAULT_OPTIONS)
})

test.each([
  ['attr_expr', false],
  ['go_deeper_expr', false],
  ['implicit_deep_exprstmt', false],
  ['unify_ids_strictly', false],
  ['xml_attrs_implicit_ellipsis', false],
  ['xml_children_ordered', false],
  ['xml_singleton_loose_matching', false],
  ['ac_matching', 'yes'],
  ['constructor', true],
  ['anything_else', true],
])('%s: %s is refused', (name, value) => {
  expect(() => readOptions({ [name]: value })).toThrow(`Invalid option ${name}: ${JSON.stringify(value)}.`)
})

/** Rule, code, findings with the option, and without it. */
test.each([
  ['ac_matching: false', 'A | B', 'x = B | A\n', [], ['B | A']],
  ['commutative_boolop: true', 'A and B', 'x = B and A\n', ['B and A'], []],
  ['constant_propagation: false', 'f("a")', 'x = "a"\nf(x)\n', [], ['f(x)']],
  ['go_deeper_stmt: false', '|\n    a()\n    ...\n    b()', 'a()\nif c:\n  b()\n', [], ['a() if c: b()']],
  ['symbolic_propagation: true', 'f().g()', 'x = f()\nx.g()\n', ['x.g()'], []],
  ['symmetric_eq: true', '$X == 1', 'y = 1 == x\n', ['1 == x'], []],
])('%s is heeded for %s', async (option, pattern, code, withIt, without) => {
  const formula = `pattern: ${pattern}`
  expect((await search('python', 'py', `${formula}\noptions:\n  ${option}`, code)).texts).toEqual(withIt)
  expect((await search('python', 'py', formula, code)).texts).toEqual(without)
})

test.each([
  ['arrow_is_function: false', 'function ($X) { ... }', 'f(x => { g() })', [], ['x => { g() }']],
  ['implicit_ellipsis: false', 'f({a: $X})', 'f({a: 1, b: 2})', [], ['f({a: 1, b: 2})']],
  ['let_is_var: false', 'var $X = f()', 'const x = f()', [], ['const x = f()']],
  ['vardef_assign: false', '$X = f()', 'const x = f()', [], ['const x = f()']],
])('%s is heeded for %s', async (option, pattern, code, withIt, without) => {
  const formula = `pattern: "${pattern}"`
  expect((await search('javascript', 'js', `${formula}\noptions:\n  ${option}`, code)).texts).toEqual(withIt)
  expect((await search('javascript', 'js', formula, code)).texts).toEqual(without)
})
