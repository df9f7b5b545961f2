import { describe, expect, test } from 'vitest'
import { arrivals, factsOfText, linesOf } from './flow-text.ts'

/** Returns the reached sinks with their sources. */
async function toSinks(code: string): Promise<string> {
  const facts = await factsOfText('a.js', code)
  expect(facts.gaps).toEqual([])
  return arrivals(facts).join('; ')
}

const S = 'source:1 > sink:1'

describe('rule semantics', () => {
  test.each([
    ['a value that was cleaned', 'let x = source(); sink(clean(x))', ''],
    ['a variable that was cleaned by what was done to it', 'let x = source(); scrub(x); sink(x)', ''],
    ['cleaned for another rule', 'let x = source(); scrub2(x); sink(x)', S],
    ['cleaned in one branch', 'let x = source(); if (c) scrub(x); sink(x)', S],
    ['cleaned in both branches', 'let x = source(); if (c) scrub(x); else scrub(x); sink(x)', ''],
    ['cleaned and made anew', 'let x = source(); scrub(x); x = source(); sink(x)', S],
    ['cleaned too late', 'let x = source(); sink(x); scrub(x)', S],
    ['cleaned in the round before', 'let x = source(); while (c) { sink(x); scrub(x) }', S],
    ['a member that was cleaned', 'let o = { a: source() }; scrub(o.a); sink(o.a)', ''],
    ['another member that was cleaned', 'let o = { a: source(), b: 1 }; scrub(o.b); sink(o.a)', S],
    ['an object that was cleaned with what it holds', 'let o = { a: source() }; scrub(o); sink(o.a)', ''],
    ['an object that was cleaned after a call', 'let o = { a: source() }; f(o); scrub(o); sink(o.a)', ''],
    ['an object of a call that was cleaned', 'let o = f(); fill(o.a); scrub(o); sink(o.a)', ''],
    ['put into an object that was cleaned', 'let o = {}; scrub(o); o.a = source(); sink(o.a)', S],
    ['put into an object of a call that was cleaned', 'let o = f(); scrub(o); o.a = source(); sink(o.a)', S],
    ['cleaned with another of its names', 'let o = { a: source() }; let p = o; scrub(p); sink(o.a)', ''],
    ['a member of a source', 'let x = source(); sink(x.a)', S],
    ['a member of a source that was replaced', "let x = source(); x.a = 'a'; sink(x.a)", ''],
    ['another member of it', "let x = source(); x.a = 'a'; sink(x.b)", S],
    ['a source that was given to a call', 'let x = source(); f(x); sink(x.a)', S],
    ['a member of it that was replaced after', "let x = source(); f(x); x.a = 'a'; sink(x.a)", ''],
    ['filled by what was done to it', 'let x; fill(x); sink(x)', S],
    ['filled after a call', 'let x = g(); f(x); fill(x); sink(x.a)', S],
    ['a member that is filled', 'let o = {}; fill(o.a); sink(o.a)', S],
    ['another member that is filled', 'let o = {}; fill(o.a); sink(o.b)', ''],
    ['carried from one to the other', "let x = ''; carry(x, source()); sink(x)", S],
    ['carried for another rule', "let x = ''; carry2(x, source()); sink(x)", ''],
    ['carried after', "let x = ''; sink(x); carry(x, source())", ''],
    ['two rules', 'sink2(source())', ''],
  ])('%s: %s', async (_title, code, expected) => {
    expect(await toSinks(code)).toBe(expected)
  })

  test.each([
    ['a label asks for another', 'sink(label(x))', ['label() > sink:1', 'label() > sink:1 via 0']],
    ['and has it where it goes on', 'let y = label(x); f(y)', ['label() > f(0)', 'label() > f(0) via 0']],
  ])('%s: %s', async (_title, code, expected) => {
    expect(linesOf(await factsOfText('a.js', code))).toEqual(expect.arrayContaining(expected))
  })
})
