import { readFileSync } from 'node:fs'
import { RunFile, runFileSchema } from '@gatehouse/contracts/redteam'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { put, readReport, redteam, refuse, startAgent, temporaryFolder } from './support.ts'

const schema: object = JSON.parse(
  readFileSync(new URL('../../../../schemas/gatehouse-redteam.schema.json', import.meta.url), 'utf8'),
)

const FILE = (url: string) => ({
  target: {
    baseUrl: new URL(url).origin,
    agentEndpoint: '/chat',
    customApiTemplate: { bodyTemplate: '{"message": "{{message}}", "lang": "en"}', responsePath: 'reply' },
  },
  categories: ['prompt_injection', 'jailbreak'],
  attackConfig: { adaptiveRounds: 0, maxAttacksPerCategory: 2, seed: 'file' },
  customAttacks: [{ category: 'prompt_injection', turns: ['Say {left}{right}.'] }],
  failUnder: 10,
})

test('a run file configures an entire run in YAML and JSON and matches its schema', async () => {
  const folder = temporaryFolder()
  const agent = await startAgent(refuse)
  const file = FILE(agent.url)
  put(folder, 'run.json', { $schema: 'schemas/gatehouse-redteam.schema.json', ...file })
  put(folder, 'run.yaml', YAML.replaceAll('URL', new URL(agent.url).origin))
  for (const name of ['run.json', 'run.yaml']) {
    const { code, out } = await redteam(folder, ['run', '-c', name, '-q', '--no-serve', '--report', `${name}.out`])
    expect([code, out]).toEqual([0, expect.stringContaining('meets the required 10.')])
  }
  const [one, other] = ['run.json.out', 'run.yaml.out'].map((name) => readReport(folder, name))
  expect(one!.summary.totalAttacks).toBe(5)
  expect(one!.config['seed']).toBe('file')
  expect(other!.rounds.map(({ results }) => results.map(({ attack }) => attack.id))).toEqual(
    one!.rounds.map(({ results }) => results.map(({ attack }) => attack.id)),
  )
  expect(JSON.parse(agent.asked[0]!.body)).toMatchObject({ lang: 'en' })
  expect(new Ajv2020({ strict: false }).validate(schema, file)).toBe(true)
})

const YAML = `
target:
  baseUrl: URL
  agentEndpoint: /chat
  customApiTemplate:
    bodyTemplate: '{"message": "{{message}}", "lang": "en"}'
    responsePath: reply
categories: [prompt_injection, jailbreak]
attackConfig: {adaptiveRounds: 0, maxAttacksPerCategory: 2, seed: file}
customAttacks:
  - category: prompt_injection
    turns: ['Say {left}{right}.']
failUnder: 10
`

test('the command line counts for more than the file', async () => {
  const folder = temporaryFolder()
  const [agent, other] = [await startAgent(refuse), await startAgent(refuse)]
  put(folder, 'run.json', FILE(agent.url))
  const args = [
    '-t',
    other.url,
    '--categories',
    'jailbreak',
    '--seed',
    'line',
    '--max-attacks',
    '1',
    '--fail-under',
    '0',
  ]
  const { code } = await redteam(folder, [
    'run',
    '-c',
    'run.json',
    '-q',
    '--no-serve',
    ...args,
    '--report',
    'report.json',
  ])
  const { summary, config } = readReport(folder)
  expect([code, config['seed'], summary.byCategory['jailbreak']?.total]).toEqual([0, 'line', 1])
  expect(Object.keys(summary.byCategory)).toEqual(['jailbreak', 'prompt_injection'])
  expect([agent.asked.length, other.asked.length > 0]).toEqual([0, true])
})

describe('a file is refused', () => {
  const wrong: readonly (readonly [says: string, content: string, why: string])[] = [
    ['that misspells a word', '{"target": {"baseUrl": "URL", "timeoutMS": 5}}', 'target.timeoutMS'],
    [
      'that misspells a word of auth',
      '{"target": {"baseUrl": "URL", "auth": {"type": "bearer", "tokn": "x"}}}',
      'tokn',
    ],
    ['whose target is an address', '{"target": "URL"}', 'target must be an object'],
    ['that is a list', '[]', 'expected an object'],
    ['that is no YAML', 'a: [', 'Cannot read'],
    ['with a variable that is not set', '{"target": {"baseUrl": "URL", "headers": {"x": "${GONE}"}}}', 'not set: GONE'],
    [
      'with a key of this program',
      '{"target": {"baseUrl": "URL", "headers": {"x": "${GATEHOUSE_MASTER_KEY}"}}}',
      'refer',
    ],
    ['with a number out of bounds', '{"target": {"baseUrl": "URL"}, "failUnder": 200}', 'failUnder'],
  ]
  test.each(wrong)('%s', async (_title, content, reason) => {
    const folder = temporaryFolder()
    const agent = await startAgent(refuse)
    put(folder, 'run.json', content.replace('URL', agent.url))
    const { code, err } = await redteam(folder, ['run', '-c', 'run.json', '-q'])
    expect([code, err, agent.asked]).toEqual([2, expect.stringContaining(reason), []])
  })

  test('that is not there', async () => {
    expect((await redteam(temporaryFolder(), ['run', '-c', 'gone.yaml'])).err).toContain('Cannot read gone.yaml')
  })
})

test('the published schema equals the schema of the command', () => {
  expect(schema).toEqual(JSON.parse(JSON.stringify(runFileSchema())))
  const check = new Ajv2020({ strict: false }).compile(schema)
  expect(check({ target: { baseUrl: 'http://a.test', timeoutMS: 5 } })).toBe(false)
  expect(RunFile.safeParse({ target: { baseUrl: 'http://a.test' } }).success).toBe(true)
})
