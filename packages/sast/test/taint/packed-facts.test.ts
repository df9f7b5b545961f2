import { describe, expect, test } from 'vitest'
import { loadRules } from '../../src/rules/load.ts'
import { headOf, packFacts, packedPositions, Positions, unpackFacts } from '../../src/taint/index.ts'
import { factsOfText } from './found.ts'

const { taint } = loadRules([
  {
    path: 'r.yaml',
    text: `rules:
- id: input-to-run
  mode: taint
  languages: [javascript, python]
  severity: LOW
  message: Comes from outside.
  pattern-sources: [{ pattern: read() }, { pattern: other(), label: B, requires: A }]
  pattern-sanitizers: [{ pattern: clean(...) }]
  pattern-propagators: [{ pattern: '$A.put($B)', from: $B, to: $A }]
  pattern-sinks: [{ pattern: run(...) }]
- id: never-here
  mode: taint
  languages: [javascript, python]
  severity: LOW
  message: Comes from outside.
  pattern-sources: [{ pattern: read() }]
  pattern-sinks: [{ pattern: nowhere(...) }]
`,
  },
])

const FILES: Readonly<Record<string, string>> = {
  'a.js': `
import { send, store as keep } from './b.js'
import everything from 'all'
let shared
class Base extends send.Base {
  constructor(name, ...rest) { super(name, 'fixed', ...rest); this.name = name }
  static of(value) { return new Base(value, 3, null, undefined) }
  tell({ a: { b } }, [first]) { shared = this.name; this.inner.part[first] = b; return () => keep(shared, b) }
}
export function outside(list) {
  try { const text = read(); list.put(text); run(text, clean(text)) } catch (error) { return error }
  for (const one of list) run(one, { deep: { er: one } })
  throw process.env.HOME + other()
}
export default Base
export { keep as kept } from './b.js'
everything(outside, Base.of(read()).name)
`,
  'a.py': `
from . import near
from ..up import thing as other_thing
class Shape(near.Shape):
    size: int = 3
    def grow(self, by: float, *args, **more) -> 'Shape':
        self.size += by
        return near.make(self, by=by, *args, **more)
def go(x=1):
    global total
    total = other_thing(read(), key=x)
    raise Exception(run(total))
`,
  'empty.js': '',
  'ünïcode.js': 'const ключ = { "\\u0000 \\n": "𝔘" }\nрун(ключ["\\u0000 \\n"], read())',
}

describe('packed facts', () => {
  test.each(Object.entries(FILES))('of %s equal the unpacked facts', async (path, text) => {
    const result = await factsOfText(path, text, taint)
    // Facts local to the file's analysis are not stored.
    const { functions } = JSON.parse(
      JSON.stringify(result, (key, value: unknown) => (key === 'open' ? undefined : value)),
    ) as typeof result
    const facts = { ...result, functions }
    const packed = packFacts(facts)
    expect(unpackFacts(packed)).toEqual(facts)
    expect(JSON.parse(JSON.stringify(unpackFacts(packed)))).toEqual(JSON.parse(JSON.stringify(facts)))
    expect(packed.length).toBeLessThan(JSON.stringify(facts).length + 150)
  })

  test('start with the rules they belong to', async () => {
    const packed = packFacts(await factsOfText('a.py', FILES['a.py']!, taint))
    expect(headOf(packed)).toEqual({
      path: 'a.py',
      language: 'python',
      sourced: ['input-to-run', 'never-here'],
      sunk: ['input-to-run'],
      shape: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
  })

  const shapeOf = async (text: string): Promise<string> =>
    headOf(packFacts(await factsOfText('a.js', text, taint))).shape
  const CODE = 'const text = read()\nrun(text)\nrun(clean(text))\n'

  test.each([
    ['a line before it', `// More.\n${CODE}`],
    ['lines within it', CODE.replace('run(text)', '\n\n  /* Here. */ run(text)')],
    ['lines after it', `${CODE}\n// The end.\n`],
  ])('have the same shape with %s', async (_what, text) => {
    expect(await shapeOf(text)).toBe(await shapeOf(CODE))
  })

  test.each([
    ['another value', CODE.replace('run(text)', 'run(other())')],
    ['a value less', CODE.replace('run(text)', "run('text')")],
    ['another name', CODE.replaceAll('text', 'words')],
    ['a call that does nothing', `${CODE}close()\n`],
    ['other code in the message', CODE.replace('run(clean(text))', 'run(clean( text))')],
  ])('have another shape with %s', async (_what, text) => {
    expect(await shapeOf(text)).not.toBe(await shapeOf(CODE))
  })

  test('keep correct locations after the code moves', async () => {
    const facts = await factsOfText('a.js', CODE, taint)
    const moved = await factsOfText('a.js', `\n\n${CODE}`, taint)
    const [before, after] = [facts, moved].map((item) => new Positions(packedPositions(packFacts(item))))
    facts.sinks.forEach(({ place }, at) => {
      const number = before!.numberOf(place)
      expect(number).toBe(after!.numberOf(moved.sinks[at]!.place))
      expect(before!.at(number!)).toEqual({ line: place.line, column: place.column })
    })
    expect(facts.sinks.length).toBeGreaterThan(1)
    expect(before!.numberOf({ line: 99, column: 1 })).toBeUndefined()
    expect(before!.at(9999)).toBeUndefined()
  })

  test('are far smaller than the unpacked facts for code of common size', async () => {
    const text = Array.from({ length: 40 }, (_, at) => FILES['a.py']!.replace(/Shape|go/g, `$&${at}`)).join('\n')
    const facts = await factsOfText('a.py', text, taint)
    expect(packFacts(facts).length * 3).toBeLessThan(JSON.stringify(facts).length)
  })
})
