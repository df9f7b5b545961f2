import { describe, expect, test } from 'vitest'
import { obey, put, readReport, redteam, refuse, SHORT, startAgent, temporaryFolder } from './support.ts'

/** Returns reports of one agent, in the order of their names, by its behavior at each run. */
async function reports(...replies: readonly (typeof obey | typeof refuse)[]): Promise<string> {
  const folder = temporaryFolder()
  let at = 0
  const agent = await startAgent((request) => replies[at]!(request))
  for (; at < replies.length; at += 1) {
    await redteam(folder, ['run', '-t', agent.url, ...SHORT, '--max-attacks', '12', '--report', `${at}.json`])
  }
  return folder
}

describe('two runs', () => {
  test('are compared attack by attack: a fix passes, a regression fails', async () => {
    const folder = await reports(obey, refuse)
    const better = await redteam(folder, ['compare', '0.json', '1.json'])
    expect([better.code, better.out]).toEqual([0, expect.stringMatching(/Fixed weaknesses:\n {2}MEDIUM/)])
    expect(better.out).toMatch(/^\d+ fixed {2}0 regressed {2}0 new/m)
    const worse = await redteam(folder, ['compare', '1.json', '0.json', '--json'])
    expect(worse.code).toBe(1)
    const { all, findings } = JSON.parse(worse.out) as { all: Record<string, number>; findings: { new: object[] } }
    expect([all['fixed'], all['regressed']! > 3, findings.new.length]).toEqual([0, true, 1])
    expect((await redteam(folder, ['compare', '1.json', '0.json', '--fail-on', 'none'])).code).toBe(0)
    expect((await redteam(folder, ['compare', '0.json', '0.json'])).code).toBe(0)
  })

  test('differ by chance in a single attack, which fails only with --fail-on regressed', async () => {
    const folder = await reports(obey)
    const report = readReport(folder, '0.json')
    const [round] = report.rounds
    const at = round!.results.findIndex(({ verdict }) => verdict === 'vulnerable')
    const results = round!.results.map((result, index) => (index === at ? { ...result, verdict: 'defended' } : result))
    put(folder, 'before.json', { ...report, rounds: [{ ...round!, results }] })
    expect((await redteam(folder, ['compare', 'before.json', '0.json'])).code).toBe(0)
    const strict = await redteam(folder, ['compare', 'before.json', '0.json', '--fail-on', 'regressed'])
    expect([strict.code, strict.out]).toEqual([
      1,
      expect.stringMatching(/^regressed {2}prompt_injection \/ base {2}0 of 1 → 1 of 1/m),
    ])
  })

  test('without common attacks, or incomplete, do not pass', async () => {
    const folder = await reports(refuse)
    const report = readReport(folder, '0.json')
    put(folder, 'empty.json', { ...report, rounds: [] })
    put(folder, 'partial.json', { ...report, summary: { ...report.summary, scoreStatus: 'partial' } })
    expect((await redteam(folder, ['compare', '0.json', 'empty.json'])).code).toBe(3)
    expect((await redteam(folder, ['compare', 'partial.json', '0.json'])).code).toBe(3)
  })
})

test('an invalid report is named, and report text cannot control the terminal', async () => {
  const folder = await reports(obey)
  put(folder, 'no.json', '{"version": 2}')
  const { code, err } = await redteam(folder, ['compare', '0.json', 'no.json'])
  expect([code, err]).toEqual([2, expect.stringContaining('no.json is not a valid red-team report')])
  const report = readReport(folder, '0.json')
  const findings = report.findings.map((finding) => ({
    ...finding,
    title: 'a\u001b[2Jb\n::error::c',
    remediation: '\u202eevil',
  }))
  put(folder, 'evil.json', { ...report, targetUrl: 'http://a\u001b]0;x\u0007', findings })
  const outcome = await redteam(folder, ['report', 'evil.json'])
  expect(outcome.code).toBe(0)
  expect(outcome.out).not.toMatch(/[\u001b\u0007\u202e]|^::/m)
})

test('lists print the same entries as text and as JSON', async () => {
  const folder = temporaryFolder()
  for (const subject of ['categories', 'strategies']) {
    const listed = JSON.parse((await redteam(folder, [subject, '--json'])).out) as { name: string; default: boolean }[]
    const { out } = await redteam(folder, [subject])
    for (const { name, default: isDefault } of listed) expect(out).toContain(`  ${isDefault ? '*' : ' '} ${name} `)
    expect(out).toMatch(new RegExp(`^${listed.length} ${subject}; \\d+ marked \\* run by default`, 'm'))
    expect(listed.length).toBeGreaterThan(60)
  }
})
