import { expect, test } from 'vitest'
import { put, readReport, redteam, refuse, startAgent, temporaryFolder } from './support.ts'

test('--dataset reads a file with a mapping, and a run file names files relative to itself', async () => {
  const folder = temporaryFolder()
  const agent = await startAgent(refuse)
  put(folder, 'mine.json', [{ words: 'Do harm', kind: 'fraud', ok: 0 }, { words: 'Bake bread', kind: 'food', ok: 1 }]) // prettier-ignore
  const mapped = 'mine.json:prompt=words,category=kind,limit=2'
  const args = [
    'run',
    '-t',
    agent.url,
    '--categories',
    'none',
    '--dataset',
    mapped,
    '-q',
    '--no-serve',
    '--rounds',
    '0',
  ]
  const { code } = await redteam(folder, [...args, '--report', 'one.json'])
  expect(code).toBe(0)
  const file = {
    target: { baseUrl: agent.url },
    categories: ['none'],
    attackConfig: { adaptiveRounds: 0 },
    datasets: [{ file: 'mine.json', mapping: { prompt: 'words', category: 'kind' } }],
  }
  put(folder, 'run.json', file)
  await redteam(folder, ['run', '-c', 'run.json', '-q', '--no-serve', '--report', 'two.json'])
  const attacks = ['one.json', 'two.json'].map((name) =>
    readReport(folder, name).rounds.flatMap(({ results }) =>
      results.map(({ attack }) => [attack.category, attack.turns]),
    ),
  )
  expect(attacks[0]).toEqual([
    ['fraud', ['Do harm']],
    ['food', ['Bake bread']],
  ])
  expect(attacks[1]).toEqual(attacks[0])
})

test.each([
  ['none.csv', 'Cannot read dataset none.csv: ENOENT'],
  ['a.csv:words=x', 'Invalid --dataset a.csv: unknown field words. Allowed: prompt, category,'],
  ['a.csv:limit=0', 'limit 0. Allowed: a whole number of at least 1.'],
  ['a.csv:format=xml', 'format xml. Allowed: csv, json, jsonl, text.'],
])('--dataset %s is invalid', async (dataset, message) => {
  const folder = temporaryFolder()
  put(folder, 'a.csv', 'prompt\nx\n')
  const { code, err } = await redteam(folder, ['run', '-t', 'http://127.0.0.1:9', '--dataset', dataset, '-q'])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
