import { describe, expect, test } from 'vitest'
import { lowerText, printFile } from './print-ir.ts'

describe('code that is deep, long or broken', () => {
  test.each([
    ['a.js', `${'['.repeat(3000)}1${']'.repeat(3000)}`],
    ['a.py', `${'('.repeat(1500)}a${')'.repeat(1500)}`],
    ['a.go', `package p\nfunc f() { ${'{'.repeat(1500)}${'}'.repeat(1500)} }`],
    ['a.rs', `fn f() { ${'('.repeat(1500)}a${')'.repeat(1500)}; }`],
    ['a.sh', `a=${'"$(b '.repeat(600)}c${')"'.repeat(600)}`],
    ['A.java', `class A { int a = ${'-('.repeat(1500)}1${')'.repeat(1500)}; }`],
  ])('is truncated when nested too deeply: %s', async (path, code) => {
    const { unknown } = await lowerText(path, `${code}\n`)
    expect(unknown).toEqual(['code nested deeper than 400 levels'])
  })

  test.each([
    ['a.js', Array.from({ length: 5000 }, () => 'a').join(' + ')],
    ['a.js', `if (a) b();${' else if (a) b();'.repeat(3000)}`],
    ['a.py', Array.from({ length: 5000 }, () => 'a').join(' + ')],
    ['a.sh', 'a=$b\n'.repeat(5000)],
  ])('is read to its end when it is long but flat: %s', async (path, code) => {
    const { unknown, functions } = await lowerText(path, `${code}\n`)
    expect(unknown).toEqual([])
    expect(functions[0]!.registers).toBeGreaterThan(5000)
  })

  test('is read around parts that the grammar rejects', async () => {
    const listing = printFile(await lowerText('a.js', 'before(1)\n) ] }} @@ (\nafter(2)\n'))
    expect(listing).toContain('before(')
    expect(listing).toContain('after(')
  })
})
