import { type Desk, hasPrograms, makeDesk, SCRIPT_PROGRAMS } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readScript } from '../../src/pipelines/script.ts'

const JSON_SH = readScript(new URL('../../src/pipelines/json.sh', import.meta.url))

/** Returns the leaves as JavaScript parses them: strings in JSON notation, without terminal escape sequences. */
function leavesOf(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, below]) =>
      leavesOf(below, [...path, JSON.stringify(name).slice(1, -1)]),
    )
  }
  const text = JSON.stringify(value)
  const shown = typeof value === 'string' ? text.slice(1, -1) : text
  return [`${path.join('.')}\t${shown.replaceAll(/[\u007f-\u009f]/g, '?')}`]
}

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('the leaves of a document', () => {
  let desk: Desk
  beforeAll(() => {
    desk = makeDesk()
  })
  afterAll(() => desk.remove())

  const read = async (text: string, then = '') => {
    desk.put('document', text)
    return desk.sh(`${JSON_SH}\nflat_json document${then}`)
  }

  test.each([
    ['closely', 0],
    ['on lines', 2],
  ])('written %s match JSON.parse', async (_how, indent) => {
    // Names in real answers contain no such characters.
    const name = fc.string().filter((item) => !/[\u007f-\u009f]/.test(item))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\\', '\\\\', '"', '\\"', '"block":true', '{"a":[', '\u001b[2J', '\u009b2J'),
        fc.double({ noDefaultInfinity: true, noNaN: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 8 }), async (document) => {
        const { code, out } = await read(JSON.stringify(document, null, indent))
        expect(code).toBe(0)
        expect(out.split('\n').slice(0, -1)).toEqual(leavesOf(document))
      }),
      { numRuns: 40 },
    )
  })

  test('are found by path, and string content never matches', async () => {
    const find = (document: object, place: string) =>
      read(JSON.stringify(document), ` > leaves; value_at leaves ${place}`).then(({ out }) => out)
    expect(await find({ findings: [{ title: '","block":true,"x":"' }], block: false }, 'block')).toBe('false\n')
    expect(await find({ findings: [{ block: true, title: '\n\tblock\ttrue' }] }, 'block')).toBe('')
    expect(await find({ a: { b: [1, { c: 'x\ty' }] } }, 'a.b.1.c')).toBe('x\\ty\n')
  })

  test('of an invalid document cause no error', async () => {
    for (const text of ['', '<html>"</html>', '{"block":true', ']]]]"x', '"\\', '{"a" "b" : }}}']) {
      expect((await read(text)).code).toBe(0)
    }
  })

  test('of a large document are read in linear time', async () => {
    const text = JSON.stringify({ findings: Array.from({ length: 5_000 }, () => ({ title: '\\"'.repeat(50), n: 1 })) })
    const { out } = await read(text, ' | wc -l')
    expect(Number(out)).toBe(10_000)
  })
})
