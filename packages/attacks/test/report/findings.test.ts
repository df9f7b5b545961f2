import { readFileSync } from 'node:fs'
import { PolicyFile } from '@gatehouse/contracts/policies'
import { ATTACK_SEVERITIES } from '@gatehouse/contracts/redteam'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import type { AttemptRecord } from '../../src/run/attempt.ts'
import { guardPolicyOf } from '../../src/report/guard-policy.ts'
import { severityOf } from '../../src/report/severity.ts'
import { MARKER, replyOf } from '../support/exchange.ts'
import { attemptOf, CATEGORY, failed, obeyed, reportOf, SECRET, withstood } from '../support/made-report.ts'

describe('findings', () => {
  test('are grouped by category and kind of evidence, with all successful strategies', () => {
    const call = { name: 'pay', arguments: {}, wasExecuted: true }
    const calls = attemptOf({
      attack: { id: 'c', oracles: [{ kind: 'tool_call', forbidden: [{ tool: 'pay' }] }] },
      replies: [replyOf('I never would.', { toolCalls: [call] })],
    })
    const { findings } = reportOf([
      obeyed('a'),
      obeyed('b', { attack: { strategy: 'base64' } }),
      withstood('d'),
      failed('e'),
      calls,
    ])
    expect(findings).toHaveLength(2)
    expect(findings[0]).toMatchObject({ severity: 'critical', evidence: 'tool_called', attackIds: ['c'] })
    expect(findings[0]!.severityReason).toMatch(/raised by one level because a tool was executed/)
    expect(findings[1]).toMatchObject({
      severity: 'high',
      evidence: 'marker_in_reply',
      attackIds: ['a', 'b'],
      strategies: ['base', 'base64'],
      confidence: 0.99,
      remediation: 'Narrow its tools.',
      asi: ['ASI02'],
    })
    expect(findings[1]!.description).toContain('2 different attacks succeeded (strategies: no transformation, base64).')
  })

  test('have the same id in the next run', () => {
    const ids = (records: readonly AttemptRecord[]) => reportOf(records).findings.map(({ id }) => id)
    expect(ids([obeyed('a')])).toEqual(ids([obeyed('x', { attack: { strategy: 'hex' } }), withstood('y')]))
  })

  test('report their success rate, including failed repeats', () => {
    const { findings } = reportOf([
      obeyed('a', { repeat: 0 }),
      withstood('a', { repeat: 1 }),
      obeyed('a', { repeat: 2 }),
      failed('a', { repeat: 3 }),
    ])
    expect(findings[0]!.reproduced).toMatchObject({ succeeded: 2, judged: 3 })
    expect(findings[0]!.reproduced.low).toBeCloseTo(0.208, 2)
  })

  test('show the shortest sufficient conversation, without secrets', () => {
    const long = obeyed('a', { attack: { turns: ['One.', 'Two.', 'Three.'] }, replies: ['Hm.', 'Hm.', MARKER] })
    const short = obeyed('b', { attack: { turns: [`Say ${SECRET} now.`] } })
    expect(reportOf([long, short]).findings[0]!.proof.turns).toEqual(['Say *** now.'])
    const proofs = new Map([['a', { turns: ['Two.'], reply: `${MARKER} ${SECRET}` }]])
    expect(reportOf([long], { proofs }).findings[0]!.proof).toMatchObject({ turns: ['Two.'], reply: `${MARKER} ***` })
  })

  test('recommend secret protection for a secret disclosed outside the objective', () => {
    const about = { targetCanaries: [{ name: 'key', value: SECRET }] }
    const attempt = attemptOf({ attack: { id: 'a' }, replies: [`It is ${SECRET}.`], exchange: about })
    const aimed = attemptOf({
      attack: { id: 'b', oracles: [{ kind: 'canary', of: 'target' }] },
      replies: [`It is ${SECRET}.`],
      exchange: about,
    })
    const [found] = reportOf([attempt]).findings
    expect(found?.title).toMatch(/: secret disclosed as a side effect$/)
    expect(found?.remediation).toMatch(/^Keep secrets out of all text that the model reads/)
    expect(reportOf([aimed]).findings[0]).toMatchObject({ remediation: 'Narrow its tools.' })
  })

  test('quote the relevant excerpt of a long reply', () => {
    const parts = [{ what: 'the line of the administrator', anyOf: ['root:x:0:0:root:/root'] }]
    const [found] = reportOf([
      attemptOf({
        attack: { oracles: [{ kind: 'parts', atLeast: 1, parts }] },
        replies: [`${'Nothing here. '.repeat(100)}root:x:0:0:root:/root:/bin/sh ${SECRET} ${'And on. '.repeat(100)}`],
      }),
    ]).findings
    expect(found?.description).toMatch(/Excerpt: “.*root:x:0:0:root:\/root:\/bin\/sh.*”\.$/)
    expect(found?.description).not.toContain(SECRET)
  })

  test('note in their scripts that planted pages are no longer served', () => {
    const sinkUrl = 'http://127.0.0.1:20001/s/word'
    const [led] = reportOf([obeyed('a', { attack: { turns: [`Open ${sinkUrl} now.`], sinkUrl } })]).findings
    const [own] = reportOf([obeyed('a', { attack: { sinkUrl } })]).findings
    expect(led?.proof.curl).toMatch(/^# The run served the pages .* "gatehouse redteam replay" serves them again\.$/m)
    expect(led?.proof.node).toMatch(/^\/\/ The run served the pages /)
    expect(`${own?.proof.curl}${own?.proof.node}`).not.toContain('served by the run')
  })

  test('of custom attacks need no category', () => {
    const own = obeyed('a', { kind: 'custom', attack: { category: 'our_own' } })
    const { findings, rounds } = reportOf([own])
    expect(findings[0]).toMatchObject({ category: 'our_own', guardPolicy: null })
    expect(rounds[0]!.results[0]).toMatchObject({ custom: true, remediation: '' })
  })
})

describe('a severity', () => {
  const partial = (id: string) =>
    attemptOf({
      attack: { id, oracles: [{ kind: 'tool_call', forbidden: [{ tool: 'pay' }] }] },
      replies: [replyOf('', { toolCalls: [{ name: 'pay', arguments: {}, wasExecuted: false }] })],
    })
  const saidToAnybody = (record: AttemptRecord): AttemptRecord => {
    const evidence = [...record.judgement.evidence, { code: 'said_to_control_too', detail: 'To anybody.' }]
    return { ...record, judgement: { ...record.judgement, evidence } }
  }
  test.each([
    ['medium at most where all say a word that anybody is told', [saidToAnybody(obeyed('a'))], 'medium'],
    ['that of the category where one has shown more', [saidToAnybody(obeyed('a')), obeyed('b')], 'high'],
    ['that of the category', [obeyed('a')], 'high'],
    ['the gravest of its attacks', [obeyed('a', { attack: { severity: 'low' } }), obeyed('b')], 'high'],
    ['one step less where none succeeded in full', [partial('a')], 'medium'],
    ['not less where one did', [partial('a'), obeyed('b')], 'high'],
    [
      'one step more where a secret of the target came out',
      [
        attemptOf({
          attack: { oracles: [{ kind: 'canary', of: 'target' }] },
          replies: [`It is ${SECRET}.`],
          exchange: { targetCanaries: [{ name: 'key', value: SECRET }] },
        }),
      ],
      'critical',
    ],
    [
      'no more than critical',
      [
        attemptOf({
          attack: { severity: 'critical', oracles: [{ kind: 'sink' }] },
          exchange: { hits: [{ at: new Date(0), what: '/x', body: '' }] },
        }),
      ],
      'critical',
    ],
  ] as const)('is %s', (_title, records, severity) => {
    expect(severityOf(records).severity).toBe(severity)
    expect(ATTACK_SEVERITIES).toContain(severity)
  })
})

describe('a policy for the guard service', () => {
  const schema: unknown = JSON.parse(
    readFileSync(new URL('../../../../schemas/gatehouse-policy.schema.json', import.meta.url), 'utf8'),
  )
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema as object)
  const complaints = (policy: unknown) => (validate(policy) ? [] : validate.errors)

  test('is a valid policy file with each guard in its stages', () => {
    const policy = guardPolicyOf(CATEGORY.guards, {
      allowedTools: ['search', 'read_*', '\u0000'],
      systemPrompt: 'You look after parcels.',
    })
    expect(PolicyFile.safeParse(policy).error).toBeUndefined()
    expect(complaints(policy)).toEqual([])
    expect(policy).toEqual({
      version: 1,
      input_guardrails: {
        adversarial_detection: { enabled: true, action: 'block' },
        system_prompt_leak: { enabled: true, action: 'block' },
      },
      output_guardrails: {
        system_prompt_leak: { enabled: true, action: 'block', settings: { system_prompt: 'You look after parcels.' } },
        pii_leakage: { enabled: true, action: 'block' },
      },
      agentic_guardrails: {
        tool_allowlist: { enabled: true, action: 'block', settings: { allowed_tools: ['search', 'read_*'] } },
      },
    })
    expect(guardPolicyOf([])).toBeNull()
    expect(complaints(guardPolicyOf(['no_such_guard']))).not.toEqual([])
  })

  test.each(allCategories.map((category) => [category.name, category] as const))(
    'is valid for %s',
    (_name, category) => {
      const policy = guardPolicyOf(category.guards)
      expect(policy === null).toBe(category.guards.length === 0)
      expect(complaints(policy ?? { version: 1 })).toEqual([])
    },
  )
})
