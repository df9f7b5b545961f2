import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { readRepo } from '../../src/repo/read-repo.ts'
import { readJs } from '../../src/repo/syntax/read-js.ts'
import { readPython } from '../../src/repo/syntax/read-python.ts'
import { memoryFolder } from './memory-folder.ts'

const BIG = 400_000
/** Generators of input that is designed to slow down or crash a parser, in two sizes. */
const HOSTILE: Readonly<Record<string, (units: number) => string>> = {
  'open brackets': (units) => '('.repeat(units),
  'brackets of all kinds': (units) => '([{'.repeat(units / 3),
  'closed brackets': (units) => '('.repeat(units / 2) + ')'.repeat(units / 2),
  'closing brackets': (units) => '}'.repeat(units),
  'templates in templates': (units) => '`${'.repeat(units / 3),
  backticks: (units) => '`a'.repeat(units / 2),
  'escaped quotes': (units) => `'${String.raw`\'`.repeat(units / 2)}`,
  'slashes on one line': (units) => '/['.repeat(units / 2),
  'slashes without an end': (units) => `x = ${'/a '.repeat(units / 3)}`,
  'comments that nobody ends': (units) => '/*'.repeat(units / 2),
  'three quotes': (units) => `${'"""a'.repeat(units / 4)}'''`,
  'members of members': (units) => `a${'.b'.repeat(units / 2)}`,
  'calls of calls': (units) => `a${'()'.repeat(units / 2)}`,
  'joined texts': (units) => `x = "a"${' + "a"'.repeat(units / 6)}`,
  arrows: (units) => 'a=>'.repeat(units / 3),
  'choices of choices': (units) => `x = ${'a?b:'.repeat(units / 4)}c`,
  'types of types': (units) => `a${'<a'.repeat(units / 2)}`,
  'calls in calls': (units) => 'f('.repeat(units / 2),
  'one long name': (units) => 'agent_'.repeat(units / 6),
  assignments: (units) => 'a=b='.repeat(units / 4),
  'methods without end': (units) => 'a(b):'.repeat(units / 5),
  'lines that are indented ever more': (units) => {
    const lines = Math.floor(Math.sqrt(units * 2)) - 5
    return Array.from({ length: lines }, (_, at) => `${' '.repeat(at)}def f${at}(a):`).join('\n')
  },
  decorators: (units) => '@tool(\n'.repeat(units / 7),
  'lone surrogates': (units) => '\ud800'.repeat(units),
  'marks that turn the text around': (units) => '\u202e"\u2066a" = '.repeat(units / 8),
  keywords: (units) => 'const let var function class import return '.repeat(units / 43),
}

describe.each([
  ['JavaScript', readJs],
  ['Python', readPython],
] as const)('a malicious %s file', (_language, read) => {
  test.each(Object.entries(HOSTILE))('%s', (_name, make) => {
    const time = (text: string): number => {
      const effort_ms = startEffort()
      read('a', text)
      return effort_ms()
    }
    // Quadratic work would take minutes; the machine may be slow.
    expect(time(make(BIG))).toBeLessThan(15_000)
  })
})

test('arbitrary file content produces a result', async () => {
  const pieces = constantFrom(
    'app.post("/chat", ',
    'async (req, res) => {',
    '}',
    '(',
    ')',
    '[',
    ']',
    '`',
    '${',
    '"',
    "'",
    '"""',
    'tool(',
    '/',
    '@app.post("/a")\n',
    'def f(a: B):\n',
    '  return ',
    'class A(B):\n',
    'from a import b\n',
    'const x = ',
    '{',
    ':',
    'role: "system", content: ',
    'name',
    '.',
    ',',
    '=',
    '=>',
    '\n',
    '\\',
    '#',
    '//',
    '/*',
    'await ',
    'import ',
    '\u0000',
  )
  await assert(
    asyncProperty(
      array(pieces, { maxLength: 60 }),
      constantFrom('a.ts', 'a.py', 'app/api/route.ts'),
      async (some, path) => {
        const reading = await readRepo(memoryFolder({ [path]: some.join(''), 'b.py': some.toReversed().join('') }))
        expect(reading.files.read).toBe(2)
      },
    ),
    { numRuns: 150 },
  )
})

test('cyclic names and lists terminate', async () => {
  const lists = Array.from({ length: 40 }, (_, at) => `const l${at} = [${`l${at + 1},`.repeat(20)}]`).join('\n')
  const text = `const a = b\nconst b = a\n${lists}\nconst l40 = ['x']\ngenerateText({ system: l0, instructions: a })`
  const reading = await readRepo(memoryFolder({ 'a.ts': text }))
  expect(reading.prompts).toEqual([])
})

describe('bounds', () => {
  const one = `app.post('/chat', (req, res) => res.json({ reply: generateText({ prompt: req.body.message }) }))`

  test('an oversized folder is read in part, and the result reports it', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`src/${at}.js`, one]))
    const limits = { filesListed: 1_000, filesRead: 10, fileBytes: 10_000, allBytes: 1_000_000 }
    const read = await readRepo(memoryFolder(many), { limits })
    expect(read.files).toMatchObject({ listed: 50, read: 10, isComplete: false })
    const listed = await readRepo(memoryFolder(many), { limits: { ...limits, filesListed: 5 } })
    expect(listed.files).toMatchObject({ listed: 6, read: 5, isComplete: false })
    const large = await readRepo(memoryFolder({ 'a.js': ' '.repeat(20_000), 'b.js': one }), { limits })
    expect(large.files).toMatchObject({ read: 1, isComplete: false, left: [{ path: 'a.js' }] })
    const all = await readRepo(memoryFolder(many), { limits: { ...limits, allBytes: 2.5 * one.length } })
    expect(all.files.read).toBe(2)
  })

  test('the result for a huge folder is bounded', async () => {
    const prompt = `You are ${'very '.repeat(5_000)}kind.`
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `src/${at}.js`,
        `generateText({ system: ${JSON.stringify(`${at} ${prompt}`)} }); server.tool('t${at}', '${'d'.repeat(5_000)}', () => 1)
         app.post('/chat/${at}', (req, res) => res.json({ reply: generateText({ prompt: req.body.message }) }))`,
      ]),
    )
    const reading = await readRepo(memoryFolder(files))
    expect(JSON.stringify(reading).length).toBeLessThan(600_000)
    expect(reading.targets.length).toBeLessThanOrEqual(5)
  })

  test('a run that is broken off reads no further', async () => {
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    await expect(readRepo(memoryFolder({ 'a.js': one }), { signal: stop.signal })).rejects.toThrow('enough')
  })
})

test('secrets of every shape stay in their files', async () => {
  const secrets = {
    github: `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`,
    openai: 'sk-proj-aZ3kQ9vLm2Xw8Rt5Yb1Nc7Ud4Jh6Gf0Ps2Ke9Wq1TzVx',
    password: 'hunter2-and-more',
    address: 'postgres://app:s3cr3tpw@db.example/x',
    drawn: 'q8Zr2LkV9xTn4Bw7Ym1Hd6Gc3Jf5Sp0A',
  }
  const text = `You are a clerk. github ${secrets.github} openai ${secrets.openai} password: "${secrets.password}"
    Connect to ${secrets.address} with ${secrets.drawn} when asked.`
  const files = {
    'a.ts': `const SYSTEM = \`${text}\`
      generateText({ system: SYSTEM })
      server.tool('look', \`Looks up. token=${secrets.password}\`, { q: z.string() }, async () => 1)
      app.post('/chat/${secrets.github}', (req, res) => res.json({ reply: generateText({ prompt: req.body.message }) }))`,
  }
  const told = JSON.stringify(await readRepo(memoryFolder(files)))
  for (const secret of [secrets.github, secrets.openai, secrets.password, 's3cr3tpw', secrets.drawn]) {
    expect(told).not.toContain(secret)
  }
  expect(told).toContain('You are a clerk')
})
