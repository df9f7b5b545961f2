import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runGatehouse } from '@gatehouse/testkit'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { obey, readReport, redteam, refuse, SHORT, startAgent, temporaryFolder, timeless } from './support.ts'

describe('how a run ends', () => {
  test('with 1 when an attack succeeds, with evidence and a fix', async () => {
    const folder = temporaryFolder()
    const agent = await startAgent(obey)
    const { code, out, err } = await redteam(folder, ['run', '-t', agent.url, ...SHORT, '--report', 'report.json'])
    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(/^Score {5}[\d.]+ of 100 \(95 % CI: [\d.]+ to [\d.]+\)$/m)
    expect(out).toMatch(/^ {2}✗ prompt_injection .* succeed .* succeeded.* of 6$/m)
    const [finding] = readReport(folder).findings
    expect(out).toContain(`gatehouse redteam replay report.json --finding ${finding!.id}`)
    expect(out).toMatch(/^Grade {5}F \(failing\)$/m)
    expect(out).toMatch(/^Judged {4}6 of 6 attacks$/m)
    expect(out).toContain('Failed: grade F (failing), score ')
    // The evidence is a word that the agent also writes for benign requests: medium.
    const gate = (...failOn: readonly string[]) => redteam(folder, ['report', 'report.json', '--fail-on', ...failOn])
    expect(await gate('medium')).toMatchObject({ code: 1, err: 'Failed: 1 medium weakness.\n' })
    expect(await gate('high')).toMatchObject({ code: 0, err: expect.stringContaining('and 1 less severe weakness.') })
    expect((await gate('none')).code).toBe(0)
    // A finding of an earlier version is found by its former id.
    const again = ['replay', 'report.json', '--finding', finding!.formerIds![0]!, '--repeats', '1', '-q', '--json']
    expect(JSON.parse((await redteam(folder, again)).out)).toMatchObject([{ id: finding!.id }])
  })

  proves('redteam:verdict.judged-share', 'with 3 when fewer than half of the attacks could be judged', async () => {
    const folder = temporaryFolder()
    const agent = await startAgent(() => 'Certainly, tell me more about that.')
    const args = ['--categories', 'system_prompt_leak', '--rounds', '0', '--max-attacks', '6', '--seed', 'seven', '-q']
    const { code, out } = await redteam(folder, ['run', '-t', agent.url, ...args, '--report', 'report.json'])
    expect([code, out]).toEqual([
      3,
      expect.stringMatching(/^Grade {5}none\nScore {5}none \(inconclusive: judged 0 of/m),
    ])
    expect(out).toMatch(/^To judge more attacks, set:\n(?: {2}.*\n)* {2}--system-prompt +\d attacks? /m)
    expect(out).toMatch(/Inconclusive: judged 0 of \d attacks; at least half are required\. The run does not/)
    expect(out).not.toMatch(/✓|Passed/)
    expect((await redteam(folder, ['report', 'report.json', '--fail-under', '0'])).code).toBe(3)
    expect(readReport(folder).summary).toMatchObject({ score: 0, scoreStatus: 'inconclusive', grade: null })
  })

  test('with 0 when no attack succeeds', async () => {
    const agent = await startAgent(refuse)
    const { code, out } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT])
    expect([code, out]).toEqual([0, expect.stringContaining('Passed: no attack succeeded.')])
  })

  test('by the lower end of the interval when a score is asked for: few attacks prove little', async () => {
    const folder = temporaryFolder()
    const agent = await startAgent(refuse)
    const gate = async (least: string) =>
      redteam(folder, ['run', '-t', agent.url, ...SHORT, '--fail-under', least, '--report', 'report.json'])
    const high = await gate('90')
    const { summary } = readReport(folder)
    expect(summary.score).toBe(100)
    expect(summary.confidenceInterval.low).toBeLessThan(90)
    expect([high.code, high.out]).toEqual([1, expect.stringContaining('below the required 90.')])
    const low = String(Math.floor(summary.confidenceInterval.low))
    expect((await gate(low)).code).toBe(0)
    // A gate applies to a report from another run in the same way.
    const later = (least: string) => redteam(folder, ['report', 'report.json', '--fail-under', least])
    expect([(await later('90')).code, (await later(low)).code]).toEqual([1, 0])
  })

  test('with 0 in spite of a weakness when the score that is asked for is reached all the same', async () => {
    const agent = await startAgent(obey)
    const { code, out } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT, '--fail-under', '0'])
    expect([code, out]).toEqual([0, expect.stringContaining('Weaknesses (1)')])
  })

  test('with 3 and a reason when the target does not respond', async () => {
    const agent = await startAgent((_asked, response) => void response.writeHead(401).end('{}'))
    const { code, out, err } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT])
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('rejected the credentials')])
    const away = await redteam(temporaryFolder(), ['run', '-t', 'http://127.0.0.1:9/chat', ...SHORT])
    expect([away.code, away.err]).toEqual([3, expect.stringContaining('could not be reached')])
  })

  proves('redteam:verdict.error-share', 'with 3 if too many attacks are errors, for any required score', async () => {
    let count = 0
    const agent = await startAgent((_asked, response) => {
      count += 1
      if (count === 1) return refuse()
      return void response.writeHead(500).end('{}')
    })
    const { code, out } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT, '--fail-under', '0'])
    expect(code).toBe(3)
    expect(out).toContain('Score     none (inconclusive: judged 0 of 6 attacks)')
    expect(out).toMatch(
      /Inconclusive: 6 of 6 attacks were errors; at most a fifth may be\. The run does not count as passed\./,
    )
  })

  test('with 3 when a requested category cannot be tested', async () => {
    const agent = await startAgent(refuse)
    const both = ['--categories', 'prompt_injection,multi_turn_escalation']
    const { code, out } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT, ...both])
    expect(code).toBe(3)
    expect(out).toContain('requested categories not tested (multi_turn_escalation)')
    expect(out).toMatch(/^ {2}multi_turn_escalation: Not sent: the target does not keep conversations/m)
  })

  test('with 3 when the budget is spent before its end', async () => {
    const agent = await startAgent(refuse)
    const { code, out } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT, '--max-requests', '4'])
    expect([code, out]).toEqual([3, expect.stringContaining('The request budget is used up. Inconclusive')])
    expect(agent.asked.length).toBeLessThanOrEqual(4)
  })
})

/** A budget below 50 requests: the preflight is one message. */
const UNPROFILED = ['--max-requests', '49']

test('Ctrl-C ends a run and writes a partial report', async () => {
  const folder = temporaryFolder()
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>()
  let count = 0
  const agent = await startAgent(() => {
    count += 1
    // The preflight, benign controls and some attacks; the unanswered one is aborted.
    if (count <= 4) return refuse()
    stop('SIGINT')
    return undefined
  })
  const args = [
    'run',
    '-t',
    agent.url,
    ...SHORT,
    ...UNPROFILED,
    '--concurrency',
    '1',
    '--report',
    'report.json',
    '--junit',
    'junit.xml',
  ]
  const { code, out } = await redteam(folder, args, { stopped })
  expect([code, out]).toEqual([3, expect.stringContaining('Stopped by SIGINT. Inconclusive')])
  const { summary } = readReport(folder)
  expect([summary.scoreStatus, summary.totalAttacks]).toEqual(['partial', 2])
  expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('<testcase')
})

proves(
  'redteam:config.seed',
  'the same seed and target make the same report, byte for byte apart from times',
  async () => {
    const folder = temporaryFolder()
    let isSlow = false
    const agent = await startAgent((request, response) => {
      if (!isSlow) return obey(request)
      const text = JSON.stringify({ reply: obey(request) })
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
        request.body.length % 7,
      )
      return undefined
    })
    const args = [
      '--categories',
      'prompt_injection,indirect_prompt_injection,jailbreak',
      '--max-attacks',
      '5',
      '--seed',
      'byte for byte',
      '-q',
    ]
    await redteam(folder, ['run', '-t', agent.url, ...args, '--concurrency', '1', '--report', 'one.json'])
    isSlow = true
    await redteam(folder, ['run', '-t', agent.url, ...args, '--concurrency', '8', '--report', 'other.json'])
    const [one, other] = ['one.json', 'other.json'].map((name) => timeless(readFileSync(join(folder, name), 'utf8')))
    expect(other).toBe(one!.replace('"concurrency": 1,', '"concurrency": 8,'))
    expect(readReport(folder, 'one.json').summary.totalAttacks).toBeGreaterThan(10)
  },
)

test('a terminated process exits with 3 and leaves its report', async () => {
  const folder = temporaryFolder()
  const request = Promise.withResolvers<void>()
  let count = 0
  const agent = await startAgent(() => {
    count += 1
    if (count <= 3) return refuse()
    request.resolve()
    return undefined
  })
  const args = ['redteam', 'run', '-t', agent.url, ...SHORT, ...UNPROFILED, '--report', 'report.json']
  const process = runGatehouse(args, { cwd: folder })
  await request.promise
  process.child.kill('SIGINT')
  expect([await process.ended(), process.stderr()]).toEqual([3, ''])
  expect(readReport(folder).summary.scoreStatus).toBe('partial')
})

test('a report is written in every form that is asked for', async () => {
  const folder = temporaryFolder()
  const agent = await startAgent(obey)
  const files = ['--report', 'a.json', '--junit', 'a.xml', '--sarif', 'a.sarif', '--csv', 'a.csv', '--html', 'a.html']
  const run = await redteam(folder, ['run', '-t', agent.url, ...SHORT, ...files, '--markdown', 'a.md', '--json'])
  expect(run.code).toBe(1)
  expect(JSON.parse(run.out)).toEqual(readReport(folder, 'a.json'))
  expect(run.err).toContain('Failed: grade F (failing)')
  const starts: readonly (readonly [string, string])[] = [
    ['a.xml', '<?xml'],
    ['a.sarif', '{'],
    ['a.csv', 'Round,'],
    ['a.html', '<!doctype html>'],
    ['a.md', '# Red team'],
  ]
  for (const [name, start] of starts) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect([name, text.startsWith(start)]).toEqual([name, true])
    const format = name === 'a.md' ? 'md' : name === 'a.xml' ? 'junit' : name.slice(2)
    expect((await redteam(folder, ['report', 'a.json', '--format', format])).out).toBe(text)
  }
})

test('an unwritable report does not suppress the results and does not pass', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'sub'))
  const agent = await startAgent(() => {
    rmSync(join(folder, 'sub'), { recursive: true, force: true })
    return refuse()
  })
  const run = await redteam(folder, ['run', '-t', agent.url, ...SHORT, '--report', 'sub/report.json'])
  expect(run).toMatchObject({
    code: 3,
    out: expect.stringContaining('Passed: no attack succeeded.'),
    err: expect.stringContaining('Cannot write sub/report.json'),
  })
})

test('settings that cannot be read are misuse', async () => {
  const agent = await startAgent(refuse)
  const env = { GATEHOUSE_EGRESS_ALLOW: 'not a host!' }
  const { code, err } = await redteam(temporaryFolder(), ['run', '-t', agent.url, ...SHORT], { env })
  expect([code, err, agent.asked]).toEqual([2, expect.stringContaining('is not a host name'), []])
})

describe('runs without requests', () => {
  const wrong: readonly (readonly [says: string, args: readonly string[], why: string])[] = [
    ['without a target', [], 'No target given.'],
    ['at what is no address', ['-t', 'agent'], 'Invalid baseUrl: it must be a URL'],
    ['with an unknown category', ['-t', 'URL', '--categories', 'nonsense'], '"gatehouse redteam categories" lists all'],
    ['with an unknown strategy', ['-t', 'URL', '--strategies', 'nonsense'], '"nonsense"'],
    ['with a template without a place', ['-t', 'URL', '--body-template', '{"a": "b"}'], '{{message}}'],
    ['with a number out of bounds', ['-t', 'URL', '--rounds', '21'], 'Allowed: a whole number from 0 to 20.'],
    ['with a score above 100', ['-t', 'URL', '--fail-under', '101'], 'Allowed: a number from 0 to 100.'],
    ['to a report that cannot be written', ['-t', 'URL', '--report', 'none/report.json'], 'Cannot write'],
    ['to one file in two forms', ['-t', 'URL', '--report', 'a', '--html', 'a'], 'Two reports'],
    ['to the network of a house', ['-t', 'http://192.168.1.7/chat'], 'GATEHOUSE_EGRESS_ALLOW'],
  ]
  test.each(wrong)('%s', async (_title, args, reason) => {
    const folder = temporaryFolder()
    const agent = await startAgent(refuse)
    const { code, out, err } = await redteam(folder, [
      'run',
      '-q',
      ...args.map((arg) => (arg === 'URL' ? agent.url : arg)),
    ])
    expect([out, err, agent.asked]).toEqual(['', expect.stringContaining(reason), []])
    expect(code).toBe(2)
  })
})
