import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowerText } from './print-ir.ts'
import { writeProgram } from './programs.ts'
import { type Globals, realFlows, runFile } from './run-ir.ts'

function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)
}

/** Returns the log of a program, with its final exception. */
function logOf(run: (globals: Globals) => void): readonly string[] {
  const lines: string[] = []
  const log = (...values: unknown[]): void => void lines.push(values.map(show).join(' '))
  try {
    run({ log, String })
  } catch (thrown) {
    lines.push(`thrown ${show(thrown)}`)
  }
  return lines
}

/** Returns the logs of a program in the intermediate form and in JavaScript. */
async function bothLogs(code: string): Promise<{ readonly ours: readonly string[]; readonly real: readonly string[] }> {
  const file = await lowerText('a.js', code)
  const real = logOf((globals) => void runInNewContext(`'use strict';\n${code}`, { ...globals }, { timeout: 5000 }))
  return { ours: logOf((globals) => runFile(file, globals)), real }
}

test('lowered programs behave as in JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1000), { maxLength: 120, size: 'max' }), async (tape) => {
      const code = writeProgram(tape)
      const { ours, real } = await bothLogs(code)
      expect({ code, log: ours }).toEqual({ code, log: real })
    }),
    { numRuns: 200, seed: Number(process.env['SEED'] ?? 8) },
  )
})

test.each([
  [
    'return through two finally blocks',
    'function f() { try { try { return 1 } finally { log(2) } } finally { log(3) } }\nlog(f())',
  ],
  ['return that a finally block replaces', 'function f() { try { return 1 } finally { return 2 } }\nlog(f())'],
  [
    'break out of a try block',
    'for (const x of [1, 2]) { try { if (x === 1) continue; break } finally { log(x) } }\nlog(9)',
  ],
  ['an exception through a finally block', "try { try { throw 'a' } finally { log(1) } } catch (e) { log(e) }"],
  ['a closure that counts', 'function c() { let n = 0; return () => (n += 1) }\nconst d = c(); d(); log(d(), c()())'],
  ['a function before its declaration', 'log(f(2))\nfunction f(x) { return x * 2 }'],
  ['a variable that an inner function changes', 'let x = 1\nfunction f() { x += 1 }\nf(); f()\nlog(x)'],
  ['a long chain of operators', `log(${Array.from({ length: 3000 }, () => '1').join(' + ')})`],
  [
    'a switch that falls through',
    'switch (2) { case 1: log(1); case 2: log(2); case 3: log(3); break; default: log(4) }',
  ],
  ['labels', 'a: for (const x of [1, 2]) { for (const y of [1, 2]) { if (y === 2) continue a; log(x, y) } }'],
  ['a member that is changed is asked for once', 'let n = 0\nconst o = [1, 2]\no[n++] += 5\nlog(o, n)'],
  ['a named function expression', 'const f = function g(n) { return n < 2 ? 1 : n * g(n - 1) }\nlog(f(5))'],
])('%s', async (_, code) => {
  const { ours, real } = await bothLogs(`${code}\n`)
  expect(ours).toEqual(real)
})

test('values that reach a sink at run time are reported', async () => {
  const code = [
    'function wrap(x) { return { v: x } }',
    'const p = source(), q = source()',
    'sink(wrap(p).v + 1)',
    'if (p === q) sink(q)',
    'sink([q, 1][0], p.length)',
  ]
  expect(realFlows(await lowerText('a.js', code.join('\n')))).toEqual([
    [0, 0],
    [1, 2],
  ])
})
