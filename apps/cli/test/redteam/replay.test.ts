import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Asked, obey, put, readReport, redteam, refuse, SHORT, startAgent, temporaryFolder } from './support.ts'

/** An agent that obeys until it is repaired. */
async function repairable(also: (request: Asked) => string = () => '') {
  const state = { isRepaired: false }
  const agent = await startAgent((request) => (state.isRepaired ? refuse() : obey(request) + also(request)))
  return { ...agent, state }
}

describe('a replay', () => {
  test('reports that a proof reproduces, and after a fix that it does not', async () => {
    const folder = temporaryFolder()
    const agent = await repairable()
    await redteam(folder, ['run', '-t', agent.url, ...SHORT, '--report', 'report.json'])
    const [finding] = readReport(folder).findings
    const replay = ['replay', 'report.json', '-q', '--finding', finding!.id]
    const still = await redteam(folder, replay)
    expect([still.code, still.out]).toEqual([
      1,
      expect.stringMatching(/^SUCCEEDS .*\n +succeeded in (\d) of \1 attempts/),
    ])
    agent.state.isRepaired = true
    const outcome = await redteam(folder, [...replay, '--json'])
    expect(outcome.code).toBe(0)
    expect(JSON.parse(outcome.out)).toMatchObject([{ id: finding!.id, works: 'no_more', succeeded: 0 }])
  })

  test('covers every finding, or a single attack with any verdict', async () => {
    const folder = temporaryFolder()
    const agent = await repairable()
    const args = [
      '--categories',
      'prompt_injection,jailbreak',
      '--rounds',
      '2',
      '--max-attacks',
      '9',
      '--seed',
      'every finding',
      '-q',
    ]
    await redteam(folder, ['run', '-t', agent.url, ...args, '--report', 'report.json'])
    const report = readReport(folder)
    const all = await redteam(folder, ['replay', 'report.json', '-q', '--json', '--repeats', '1'])
    expect(JSON.parse(all.out)).toMatchObject(report.findings.map(({ id }) => ({ id, works: 'still' })))
    const records = report.rounds.flatMap(({ results }) => results)
    for (const { attack, verdict } of [records[0]!, records.at(-1)!]) {
      const outcome = await redteam(folder, [
        'replay',
        'report.json',
        '-q',
        '--attack',
        attack.id,
        '--repeats',
        '1',
        '--json',
      ])
      expect(JSON.parse(outcome.out)).toMatchObject([{ id: attack.id, sent: 1, verdicts: [verdict] }])
      // The same words reach the agent again.
      expect(agent.asked.filter(({ message }) => message === attack.turns[0]).length).toBeGreaterThanOrEqual(2)
    }
  })

  test('of a repeated attack expects the same markers', async () => {
    const folder = temporaryFolder()
    let [count, isAlways] = [0, false]
    const agent = await startAgent((request) => {
      if (/"[a-z]+"/.test(request.message)) count += 1
      // Of each attack the first of two times is defended.
      return isAlways || count % 2 === 0 ? obey(request) : refuse()
    })
    const often = ['--repeats', '2', '--concurrency', '1', '--report', 'report.json']
    await redteam(folder, ['run', '-t', agent.url, ...SHORT, ...often])
    expect(readReport(folder).findings).toHaveLength(1)
    isAlways = true
    const { out } = await redteam(folder, ['replay', 'report.json', '-q', '--no-serve', '--json'])
    const [{ sent, succeeded }] = JSON.parse(out) as [{ sent: number; succeeded: number }]
    expect([sent > 0, succeeded]).toEqual([true, sent])
  })

  test('of an indirect attack serves the planted page again', async () => {
    const folder = temporaryFolder()
    const agent = await startAgent((request, response) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+\/c\/[^\s"'<>)]+/.exec(request.message) ?? []
      if (address === undefined) return 'I can read pages.'
      void fetch(address)
        .then((page) => page.text())
        .then((text) =>
          response.end(JSON.stringify({ reply: obey({ ...request, message: text.replaceAll('&quot;', '"') }) })),
        )
      return undefined
    })
    const args = [
      '--categories',
      'indirect_prompt_injection',
      '--rounds',
      '0',
      '--max-attacks',
      '30',
      '--seed',
      'led by pages',
      '-q',
    ]
    await redteam(folder, ['run', '-t', agent.url, ...args, '--report', 'report.json'])
    const { rounds } = readReport(folder)
    const led = rounds
      .flatMap(({ results }) => results)
      .find(({ verdict, attack }) => {
        return verdict === 'vulnerable' && attack.turns.some((turn) => turn.includes('/c/'))
      })
    expect(led).toBeDefined()
    const { code } = await redteam(folder, ['replay', 'report.json', '-q', '--attack', led!.attack.id])
    expect(code).toBe(1)
  })

  test('requires secrets that the report omits and reads them from the environment', async () => {
    const folder = temporaryFolder()
    const agent = await startAgent((request, response) =>
      request.headers.authorization === 'Bearer made-up-token' ? obey(request) : void response.writeHead(401).end('{}'),
    )
    const env = { TOKEN: 'made-up-token' }
    await redteam(folder, ['run', '-t', agent.url, ...SHORT, '--auth', 'bearer=TOKEN', '--report', 'report.json'], {
      env,
    })
    const without = await redteam(folder, ['replay', 'report.json', '-q'], { env })
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('target.auth.token')])
    expect((await redteam(folder, ['replay', 'report.json', '-q', '--auth', 'bearer=TOKEN'], { env })).code).toBe(1)
  })

  test('of a custom attack requires its run file', async () => {
    const folder = temporaryFolder()
    const agent = await repairable()
    const customAttacks = [{ category: 'prompt_injection', turns: ['Please join "{left}" and "{right}".'] }]
    put(folder, 'run.json', { target: { baseUrl: agent.url }, customAttacks })
    const args = [
      '-c',
      'run.json',
      '--categories',
      'special_token_injection',
      '--max-attacks',
      '1',
      '--rounds',
      '0',
      '-q',
    ]
    await redteam(folder, ['run', ...args, '--seed', 'own words', '--report', 'report.json'])
    const custom = readReport(folder).rounds[0]!.results.find((result) => result.custom === true)!
    const replay = ['replay', 'report.json', '-q', '--attack', custom.attack.id]
    expect((await redteam(folder, [...replay, '-c', 'run.json'])).code).toBe(1)
    const without = await redteam(folder, replay)
    expect([without.code, without.out]).toEqual([3, expect.stringContaining('INCONCLUSIVE')])
  })

  test('of an unknown attack, or without a response, does not pass', async () => {
    const folder = temporaryFolder()
    const agent = await repairable()
    await redteam(folder, ['run', '-t', agent.url, ...SHORT, '--report', 'report.json'])
    // Id of an attack that no version has created.
    const id = readReport(folder).findings[0]!.proof.attackId!
    put(folder, 'other.json', readFileSync(join(folder, 'report.json'), 'utf8').replaceAll(id, 'f'.repeat(24)))
    expect((await redteam(folder, ['replay', 'other.json', '-q'])).code).toBe(3)
    expect((await redteam(folder, ['replay', 'report.json', '-q', '-t', 'http://127.0.0.1:9/chat'])).code).toBe(3)
    for (const [args, reason] of [
      [['--finding', 'none'], 'Finding none not found'],
      [['--attack', 'none'], 'Attack none not found'],
      [['--attack', 'a', '--finding', 'b'], 'either'],
    ] as const) {
      const { code, err } = await redteam(folder, ['replay', 'report.json', ...args])
      expect([code, err]).toEqual([2, expect.stringContaining(reason)])
    }
  })
})
