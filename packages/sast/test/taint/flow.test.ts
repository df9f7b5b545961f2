import { describe, expect, test } from 'vitest'
import { arrivals, factsOfText } from './flow-text.ts'

/** Returns the reached sinks with their sources. */
async function toSinks(code: string): Promise<string> {
  const facts = await factsOfText('a.js', code)
  expect(facts.gaps).toEqual([])
  return arrivals(facts).join('; ')
}

const S = 'source:1 > sink:1'

describe('flows within a function', () => {
  test.each([
    ['a value by a variable', 'let x = source(); sink(x)', S],
    ['a value that was replaced', "let x = source(); x = 'a'; sink(x)", ''],
    ['a part of a text', 'let x = source(); sink(`a ${x} b`)', S],
    ['a part of a sum', "sink('a' + source())", S],
    ['an answer says nothing of what was asked of', "sink(source() === 'a')", ''],
    ['one of two', "let x = c ? source() : 'a'; sink(x)", S],
    ['arithmetic', 'sink(source() * 2)', S],
    ['the same member', 'let o = {}; o.a = source(); sink(o.a)', S],
    ['another member', 'let o = {}; o.a = source(); sink(o.b)', ''],
    ['a member that was replaced', "let o = {}; o.a = source(); o.a = 'a'; sink(o.a)", ''],
    ['a member of what is written out', 'let o = { a: source(), b: 1 }; sink(o.a)', S],
    ['another member of what is written out', 'let o = { a: source(), b: 1 }; sink(o.b)', ''],
    ['all of an object', 'let o = { a: source() }; sink(o)', S],
    ['an object in an object', 'let o = { a: { b: source() } }; sink({ c: o })', S],
    ['a member of a member', 'let o = { a: {} }; o.a.b = source(); sink(o.a.b)', S],
    ['a text of an object', 'let o = { a: source() }; sink(`${o}`)', S],
    ['a key that is known', "let o = {}; o['a'] = source(); sink(o.a)", S],
    ['a key that is put together', "let k = 'a' + 'b'; let o = {}; o[k] = source(); sink(o.ab)", S],
    ['another key that is put together', "let k = 'a' + 'b'; let o = {}; o[k] = source(); sink(o.a)", ''],
    ['a key that is not known', 'let o = { a: 1 }; o[k] = source(); sink(o.a)', S],
    ['a key that is not known is read', 'let o = { a: source() }; sink(o[k])', S],
    ['a value as a key', 'sink(o[source()])', S],
    ['a value as a key of what is written here', 'let o = { a: 1 }; sink(o[source()])', ''],
    ['an index', 'let l = [1, source()]; sink(l[1])', S],
    ['another index', 'let l = [1, source()]; sink(l[0])', ''],
    ['an index that is computed', 'let i = 3 - 2; let l = [1, source()]; sink(l[i])', S],
    ['another index that is computed', 'let i = 3 - 3; let l = [1, source()]; sink(l[i])', ''],
    ['two names of one object', 'let a = {}; let b = a; b.x = source(); sink(a.x)', S],
    ['two names of one object, cleaned by one', 'let a = { x: source() }; let b = a; b.x = 1; sink(a.x)', ''],
    ['one of two objects', 'let a = {}, b = {}; let o = c ? a : b; o.x = source(); sink(b.x)', S],
    [
      'one of two objects keeps what it had',
      'let a = { x: source() }, b = {}; let o = c ? a : b; o.x = 1; sink(a.x)',
      S,
    ],
    ['what is taken over', 'let a = { x: source() }; let b = { ...a }; sink(b.x)', S],
    ['what is taken over before it changes', 'let a = {}; let b = { ...a }; a.x = source(); sink(b.x)', ''],
    ['what was taken over and changed after', 'let a = { x: source() }; let b = { ...a }; a.x = 1; sink(b.x)', S],
    ['parts that are named', 'let { a, b } = { a: source(), b: 1 }; sink(a)', S],
    ['other parts that are named', 'let { a, b } = { a: source(), b: 1 }; sink(b)', ''],
    ['parts of a list', 'let [a, b] = [1, source()]; sink(b)', S],
    ['other parts of a list', 'let [a, b] = [1, source()]; sink(a)', ''],
    ['two variables that change places', 'let a = source(), b = 1; [a, b] = [b, a]; sink(b)', S],
    ['and the other one', 'let a = source(), b = 1; [a, b] = [b, a]; sink(a)', ''],
    ['a branch', "let x = 'a'; if (c) x = source(); sink(x)", S],
    ['both branches', 'let x = source(); if (c) x = 1; else x = 2; sink(x)', ''],
    ['a branch that is never taken', 'let x = 1; if (1 > 2) x = source(); sink(x)', ''],
    ['a branch that is always taken', 'let x = source(); if (2 > 1) x = 1; sink(x)', ''],
    ['a choice that is known', "let d = false; let x = d ? source() : 'a'; sink(x)", ''],
    ['after the end', 'let x = 1; while (true) { x = 2 } x = source(); sink(x)', ''],
    ['a loop', 'let x = 1, y = 1; while (c) { sink(y); y = x; x = source() }', S],
    ['what a loop takes out', 'for (const x of [1, source()]) sink(x)', S],
    ['what a loop takes out of another', 'for (const x of [1, 2]) sink(x)', ''],
    ['keys', 'for (const k in { a: source() }) sink(k)', ''],
    ['an object of each round', 'let p; while (c) { const o = {}; o.a = source(); o.a = 1; sink(o.a) }', ''],
    ['an object of the round before', 'let p = {}; while (c) { sink(p.a); const o = {}; o.a = source(); p = o }', S],
    [
      'an object of the round before keeps what it had',
      'let p = {}; while (c) { const o = {}; o.a = 1; sink(p.a); o.a = source(); p = o }',
      S,
    ],
    ['counting', 'let l = [1]; for (let i = 0; i < 3; i++) l[i] = source(); sink(l[2])', S],
    ['what is thrown', 'try { throw source() } catch (e) { sink(e) }', S],
    ['what is thrown in an object', 'try { throw { m: source() } } catch (e) { sink(e.m) }', S],
    ['what a variable was when it was thrown', 'let x = 1; try { x = source(); f(); x = 2 } catch { sink(x) }', S],
    ['what a variable could not be', 'let x = 1; try { f(); x = source(); x = 2; f() } catch { sink(x) }', ''],
    ['what comes at last', 'let x = 1; try { f(); x = source() } finally { sink(x) }', S],
    ['a default', 'let { a = source() } = {}; sink(a)', S],
    ['a value or another', "let x = source() || 'a'; sink(x)", S],
    ['one after the other', 'let x = (1, source()); sink(x)', S],
    ['one after the other, the other way round', 'let x = (source(), 1); sink(x)', ''],
  ])('%s: %s', async (_title, code, expected) => {
    expect(await toSinks(code)).toBe(expected)
  })
})
