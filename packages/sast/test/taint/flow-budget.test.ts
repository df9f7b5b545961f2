import { describe, expect, test } from 'vitest'
import { arrivals, factsOfText } from './flow-text.ts'

/** A function of many ways in which many variables go round. */
function tangled(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `v${index}`)
  const lines = names.flatMap((name, index) => [
    `if (ask(${index})) ${name} = { a: ${names[(index * 7 + 1) % count]!}, b: ${names[(index * 13 + 2) % count]!} }`,
    `while (ask(${name})) { ${names[(index * 5 + 3) % count]!}.c = ${name}; f(${name}) }`,
  ])
  return `function f() {\n let ${names.map((name) => `${name} = {}`).join(', ')}\n ${lines.join('\n ')}\n}\n`
}

describe('code above the flow limit', () => {
  test('a function is reported by name and line, and the rest of the file is analysed', async () => {
    const code = `${tangled(120)}function g() { sink(source()) }\n`
    const facts = await factsOfText('a.js', code)
    expect(facts.gaps.length).toBeGreaterThan(0)
    for (const gap of facts.gaps) expect(gap).toMatch(/^The function "f" in line 1 (?:took more steps|has)/)
    const last = code.split('\n').length - 1
    expect(arrivals(facts)).toContain(`source:${last} > sink:${last}`)
  })

  test('a small function of the same shape is analysed completely', async () => {
    expect((await factsOfText('a.js', tangled(4))).gaps).toEqual([])
  })
})
