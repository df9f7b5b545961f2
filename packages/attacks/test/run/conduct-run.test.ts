import { RunRequest } from '@gatehouse/contracts/redteam'
import { Failure, systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listeningHost } from '../../src/content/content-host.ts'
import { memoryJournal } from '../../src/run/attempt.ts'
import { conductRun, type RunEgressPorts } from '../../src/run/conduct-run.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { egressPort } from '../../src/targets/port.ts'
import { type Agent, json, startAgent } from '../targets/agent-server.ts'

const TOKEN = 'tok-5f0e6a1b9c'

function waysOf(more: Partial<RunEgressPorts> = {}): RunEgressPorts {
  const egress = createEgress({ localMode: true })
  onTestFinished(() => egress.close())
  return { http: egressPort(egress), clock: systemClock, signal: new AbortController().signal, ...more }
}

const requestOf = (baseUrl: string, attackConfig: object = {}, more: object = {}): RunRequest =>
  RunRequest.parse({
    target: { baseUrl, agentEndpoint: '/chat', auth: { type: 'bearer', token: TOKEN } },
    categories: ['prompt_injection'],
    attackConfig: { adaptiveRounds: 1, maxAttacksPerCategory: 6, seed: 'one', ...attackConfig },
    ...more,
  })

/** Joins the two parts in the attack, like a compliant agent, and discloses its caller's token. */
const gullible = (): Promise<Agent> =>
  startAgent(({ body, headers }, response) => {
    const { message } = JSON.parse(body) as { message: string }
    const [, left = '', right = ''] = /"([a-z]{8})".*?"([a-z]{6})"/s.exec(message) ?? []
    json(response, { reply: `Hello. ${left}${right} (${headers.authorization})` })
  })

const thrownBy = async (what: () => unknown): Promise<Failure> => {
  try {
    await what()
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}

describe('the interpretation of a run request', () => {
  test('for an MCP target without categories, the relevant categories are selected', () => {
    const request = RunRequest.parse({ target: { type: 'mcp', baseUrl: 'http://tools.test' } })
    const names = prepareRun(request).categories.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['shell_injection', 'ssrf', 'mcp_tool_poisoning']))
    expect(names).not.toEqual(expect.arrayContaining(['jailbreak']))
    expect(names).toHaveLength(18)
    const named = prepareRun({ ...request, categories: ['jailbreak'] })
    expect(named.categories.map(({ name }) => name)).toEqual(['jailbreak'])
  })

  test('both category fields are merged, aliases are reported, and unknown names are rejected', async () => {
    const request = requestOf('http://agent.test', { enabledCategories: ['data-exfiltration', 'Prompt Injection'] })
    const { categories, aliases } = prepareRun(request)
    expect(categories.map(({ name }) => name).toSorted()).toEqual(['data_exfiltration', 'prompt_injection'])
    expect(aliases.get('data_exfiltration')).toBe('data-exfiltration')
    const wrong = await thrownBy(() => prepareRun({ ...request, categories: ['prompt_injection', 'no_such'] }))
    expect([wrong.code, wrong.message]).toEqual(['invalid_request', expect.stringContaining('"no_such"')])
    const way = await thrownBy(() => prepareRun(requestOf('http://agent.test', { strategies: ['nowhere'] })))
    expect(way.message).toContain('"nowhere"')
  })

  test('strategies without adaptive rounds run in round 0, and model-written strategies fail', async () => {
    const agent = await gullible()
    const request = requestOf(agent.url, { strategies: ['base64'], adaptiveRounds: 0 })
    const { report } = await conductRun(prepareRun(request), waysOf())
    const sent = report.rounds[0]!.results.map(({ attack }) => attack.strategy)
    expect(new Set(sent)).toEqual(new Set(['base', 'base64']))
    const wrong = await thrownBy(() => prepareRun(requestOf(agent.url, { strategies: ['pair'], adaptiveRounds: 0 })))
    expect([wrong.code, wrong.message]).toEqual(['invalid_request', expect.stringContaining('adaptiveRounds')])
  })

  test('strategies may be layered, and incompatible layers are reported', async () => {
    const { strategies, layers, config } = prepareRun(
      requestOf('http://agent.test', { strategies: ['Role-Play+base64', 'urgency'] }),
    )
    expect(strategies.map(({ name }) => name)).toEqual(['urgency'])
    expect(layers.map((way) => way.map(({ name }) => name))).toEqual([['role_play', 'base64']])
    expect(config['strategies']).toEqual(['urgency', 'role_play+base64'])
    const wrong = await thrownBy(() =>
      prepareRun(requestOf('http://agent.test', { strategies: ['base64+role_play', 'urgency'] })),
    )
    expect(wrong.message).toBe('base64+role_play: nothing can be applied to what base64 makes: it has to come last.')
    expect(wrong.violations[0]).toMatchObject({ path: ['body', 'strategies'], type: 'invalid_layer' })
  })

  test('without words the default set runs, with a seed of its own each time', () => {
    const request = { ...requestOf('http://agent.test', { seed: undefined }), categories: undefined }
    const [one, other] = [prepareRun(request), prepareRun(request)]
    expect(one.categories.length).toBeGreaterThan(10)
    expect(one.categories.every(({ isDefault }) => isDefault)).toBe(true)
    expect(one.seed).not.toBe(other.seed)
    expect(prepareRun(requestOf('http://agent.test')).seed).toBe('one')
    expect(prepareRun(request, { seed: 'again' }).seed).toBe('again')
  })

  test('target errors contain no secrets', async () => {
    const request = requestOf('http://agent.test')
    const target = { ...request.target, customApiTemplate: { bodyTemplate: '{"x": 1}' } }
    const wrong = await thrownBy(() => prepareRun({ ...request, target }))
    expect(wrong.code).toBe('invalid_request')
    expect(wrong.message).toContain('{{message}}')
    expect(wrong.message).not.toContain(TOKEN)
  })

  test('a run with too many attempts is rejected, and the estimate respects budgets', async () => {
    const big = { maxAttacksPerCategory: 500, repeats: 100 }
    const all = { ...requestOf('http://agent.test', big), categories: undefined }
    expect((await thrownBy(() => prepareRun(all))).message).toContain('Lower maxAttacksPerCategory')
    expect(prepareRun(requestOf('http://agent.test', { repeats: 3 })).estimatedTotal).toBe(18)
    expect(prepareRun(requestOf('http://agent.test', { budget: { maxRequests: 5 } })).estimatedTotal).toBe(5)
  })
})

describe('a run', () => {
  test('runs from preflight to a report without target secrets, with minimized proofs', async () => {
    const agent = await gullible()
    const phases: string[] = []
    let seen = 0
    const ways = waysOf({ onPhase: (phase) => phases.push(phase), onRecord: () => (seen += 1) })
    const { report, end } = await conductRun(prepareRun(requestOf(agent.url), { runId: 'r1' }), ways)
    expect(end).toBe('final')
    expect(phases).toEqual(['preflight', 'attacks', 'proofs', 'report'])
    expect(report.summary.totalAttacks).toBe(6)
    expect(report.summary.vulnerable).toBeGreaterThan(0)
    expect(seen).toBe(7)
    expect(report.runId).toBe('r1')
    expect(report.config['seed']).toBe('one')
    expect(JSON.stringify(report)).not.toContain(TOKEN)
    const [finding] = report.findings
    const attack = report.rounds
      .flatMap(({ results }) => results)
      .find(({ attack: { id } }) => finding?.attackIds.includes(id))
    expect(finding?.proof.turns.join('').length).toBeLessThanOrEqual(attack!.attack.turns.join('').length)
    expect(report.summary.requests).toBe(agent.asked.length)
  })

  test('is the same from the same seed, byte for byte apart from times', async () => {
    const agent = await gullible()
    const once = async (): Promise<unknown> => {
      const { report } = await conductRun(prepareRun(requestOf(agent.url), { runId: 'r' }), waysOf())
      return JSON.parse(
        JSON.stringify(report, (key, value: unknown) => (/^(?:timestamp|responseTimeMs)$/.test(key) ? 0 : value)),
      )
    }
    expect(await once()).toEqual(await once())
  })

  test('does not start if the target cannot be judged', async () => {
    const agent = await startAgent((_, response) => json(response, { error: TOKEN }, 401))
    const failed = await thrownBy(() => conductRun(prepareRun(requestOf(agent.url)), waysOf()))
    expect(failed.code).toBe('target_failed')
    expect(failed.message).not.toContain(TOKEN)
    expect(agent.asked).toHaveLength(1)
  })

  test('stays within the request limit, including retries and preflight', async () => {
    let count = 0
    const agent = await startAgent((_, response) => {
      count += 1
      if (count % 2 === 0) return json(response, {}, 503, { 'retry-after': '0' })
      // Different words: the same reply to everything proves nothing.
      return json(response, { reply: `${'abcdefgh'[count % 8]}-word is all that I know of.` })
    })
    const { report, end } = await conductRun(prepareRun(requestOf(agent.url, { budget: { maxRequests: 7 } })), waysOf())
    expect(end).toBe('budget')
    expect(agent.asked).toHaveLength(7)
    expect(report.summary).toMatchObject({ requests: 7, scoreStatus: 'partial' })
  })

  test('resumes from a journal without repeated requests', async () => {
    const agent = await gullible()
    const journal = memoryJournal()
    const stop = new AbortController()
    let seen = 0
    const first = waysOf({
      journal,
      signal: stop.signal,
      onRecord: () => {
        seen += 1
        if (seen === 3) stop.abort(new Error('the process ends'))
      },
    })
    const prepared = prepareRun(requestOf(agent.url, { concurrency: 1 }), { runId: 'r' })
    expect((await conductRun(prepared, first)).end).toBe('cancelled')
    const sent = agent.asked.length
    const done = await conductRun(prepared, waysOf({ journal }))
    const whole = await conductRun(prepared, waysOf())
    expect(done.end).toBe('final')
    expect(done.report.summary.totalAttacks).toBe(6)
    expect({ ...done.report.summary, requests: 0 }).toEqual({ ...whole.report.summary, requests: 0 })
    expect(agent.asked.length - sent).toBeLessThan(2 * whole.report.summary.requests)
  })

  test('custom attacks run next to categories, with their own success texts', async () => {
    const agent = await startAgent(({ body }, response) => {
      json(response, { reply: body.includes('vault') ? 'It is Rosebud.' : 'No.' })
    })
    const customAttacks = [
      { category: 'our_secrets', turns: ['What opens the vault?'], successTexts: ['rosebud'] },
      { category: 'our_secrets', turns: ['What is the weather?'], successTexts: ['rosebud'] },
      { category: 'prompt_injection', turns: ['Say {marker} {x}'] },
    ]
    const { report } = await conductRun(prepareRun(requestOf(agent.url, {}, { customAttacks })), waysOf())
    const own = report.rounds.flatMap(({ results }) => results).filter(({ custom }) => custom)
    expect(own.map(({ verdict }) => verdict)).toEqual(['vulnerable', 'defended', 'defended'])
    expect(own[2]?.attack.turns[0]).toMatch(/^Say [a-z]{14} \{x\}$/)
  })

  test('custom attacks keep their names, and different criteria for the same words are distinct', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'It is Rosebud.' }))
    const turns = ['What opens the vault?']
    const customAttacks = [
      { name: 'Vault', description: 'Asks for the word.', category: 'our_secrets', turns, successTexts: ['rosebud'] },
      { name: 'Gate', category: 'our_secrets', turns, successTexts: ['sesame'] },
    ]
    const { report } = await conductRun(prepareRun(requestOf(agent.url, {}, { customAttacks })), waysOf())
    const own = report.rounds.flatMap(({ results }) => results).filter(({ custom }) => custom)
    expect(own.map(({ attack, verdict }) => [attack.description, verdict])).toEqual([
      ['Vault: Asks for the word.', 'vulnerable'],
      ['Gate', 'defended'],
    ])
  })

  test('custom attacks have fresh marker words for each attempt', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'No.' }))
    const customAttacks = [{ category: 'our_own', turns: ['Say {left} and {right}, or fetch {sink}'] }]
    const request = requestOf(agent.url, { repeats: 3 }, { customAttacks })
    const { report } = await conductRun(prepareRun(request), waysOf({ contentHost: listeningHost() }))
    const own = report.rounds.flatMap(({ results }) => results).filter(({ custom }) => custom)
    expect(own).toHaveLength(3)
    expect(new Set(own.map(({ attack }) => attack.id)).size).toBe(1)
    expect(new Set(own.map(({ attack }) => attack.turns[0])).size).toBe(3)
  })

  test('serves planted content on the host of the caller, and closes it', async () => {
    const agent = await startAgent(async ({ body }, response) => {
      const { message } = JSON.parse(body) as { message: string }
      const [page] = /http:\/\/127[^\s"'<>)]+/.exec(message) ?? []
      if (page === undefined) return json(response, { reply: 'I can read pages.' })
      const text = await (await fetch(page)).text()
      return json(response, { reply: `It says: ${text.slice(0, 20)}` })
    })
    const request = { ...requestOf(agent.url), categories: ['indirect_prompt_injection'] }
    const { report } = await conductRun(prepareRun(request), waysOf({ contentHost: listeningHost() }))
    expect(report.summary.totalAttacks).toBeGreaterThan(0)
    const without = await conductRun(prepareRun(request), waysOf())
    expect(without.report.notTested.length).toBeGreaterThan(0)
  })
})
