import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { judgeSource } from '../../src/malicious/code/judge.ts'
import { Lexer } from '../../src/malicious/code/lexer.ts'
import { readCommand } from '../../src/malicious/install/command.ts'
import { knownNames } from '../../src/malicious/names/known-names.ts'

/** Unclosed pieces, and near misses of indicators. Each contains a mark that triggers a close examination. */
const HOSTILE: Readonly<Record<string, string>> = {
  'open parentheses': 'eval(atob(',
  'open braces': 'eval(base64=>{',
  'open templates': 'eval(`${atob(',
  'closed braces': 'eval}atob}',
  'expressions in classes': 'eval(x)=/[atob(',
  'expressions without ends': 'eval = / atob( ',
  quotes: `eval("'atob(`,
  'texts of three quotes': 'exec("""base64',
  'functions on one line': 'def exec(a): b64decode(a);',
  'functions one in the other': 'function f(eval,atob){',
  arrows: '(eval,atob)=>',
  'names given on': 'a=atob(a),eval(a),',
  members: 'eval.atob.eval.',
  indices: "eval['atob']['eval']",
  'formatted texts': 'exec(f"{b64decode.a.b.c}")\n',
  escapes: String.raw`eval("\x61\x61\x74\x6f\x62")`,
  blanks: `eval(atob(${' '.repeat(300)}`,
  'marks of direction': 'eval(\u202e atob ',
  'unseen characters': `eval\u{e0101}\u{e0102}atob`,
  downloads: 'curl wget https://a.b ',
  'downloads to nowhere': 'curl a | ',
  shells: "spawn('/bin/sh') atob ",
  PowerShell: 'powershell -w -enc ',
  wallets: '0x[a-fA-F0-9]{40} [a-km-zA-HJ-NP-Z1-9] clipboard ',
  webhooks: 'https://discord.com/api/webhooks/1234567890',
  comments: '/* eval( atob( ',
  'mangled names': '_0x1a2b(eval,atob);',
  numbers: 'eval(1,2,3,atob,',
  concatenation: `eval('a'+'b'+atob+`,
  'commands in backticks': 'curl `whoami` $(env) ',
}

const SYNTAXES = ['js', 'python', 'shell'] as const

function cost(piece: string, units: number, syntax: (typeof SYNTAXES)[number]): number {
  const text = Buffer.from(piece.repeat(Math.ceil(units / piece.length)).slice(0, units)).toString('latin1')
  const before = process.cpuUsage()
  judgeSource(text, { syntax, runsAtInstall: true })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe.each(SYNTAXES)('read as %s', (syntax) => {
  test.each(Object.entries(HOSTILE))('eight times as many %s need about eight times as long', (_label, piece) => {
    cost(piece, 5_000, syntax)
    const short = Math.min(cost(piece, 20_000, syntax), cost(piece, 20_000, syntax))
    const long = Math.min(cost(piece, 160_000, syntax), cost(piece, 160_000, syntax))
    // Quadratic work takes sixty-four times as long, and seconds.
    expect(long).toBeLessThan(short * 24 + 360)
  })
})

const anySource = array(
  constantFrom(
    ...Object.values(HOSTILE),
    '\n',
    ' ',
    ')',
    '}',
    ']',
    '`',
    '"',
    ';',
    ',',
    '=',
    '=>',
    '.',
    'a',
    'return ',
    'const ',
  ),
  { maxLength: 200 },
)

test('tokens advance and never overlap for any source', () => {
  assert(
    property(anySource, constantFrom('js' as const, 'python' as const), (pieces, syntax) => {
      const text = pieces.join('')
      const lexer = new Lexer(text, syntax)
      let at = 0
      let tokens = 0
      while (lexer.next()) {
        expect(lexer.end).toBeGreaterThan(at - 1)
        expect(lexer.end).toBeGreaterThanOrEqual(lexer.start)
        expect(lexer.end).toBeLessThanOrEqual(text.length)
        at = lexer.end
        tokens += 1
        expect(tokens).toBeLessThanOrEqual(text.length + 1)
      }
    }),
  )
})

test('any source and any command is judged without an error, and the same each time', () => {
  assert(
    property(anySource, constantFrom(...SYNTAXES), (pieces, syntax) => {
      const text = pieces.join('')
      const context = { syntax, runsAtInstall: false }
      expect(judgeSource(text, context)).toEqual(judgeSource(text, context))
      readCommand(text)
    }),
  )
})

test('a name of any length is looked up immediately', () => {
  const names = knownNames('npm')
  const effort_ms = startEffort()
  for (const name of ['a'.repeat(1_000_000), '-'.repeat(200), `@${'x'.repeat(210)}/y`]) names?.mistakenFor(name)
  expect(effort_ms()).toBeLessThan(1_500)
})
