import { describe, expect, test } from 'vitest'
import type { Oracle } from '../../src/engine/oracle.ts'
import type { AttemptRecord } from '../../src/run/attempt.ts'
import { toDeclareOf } from '../../src/report/to-declare.ts'
import { attemptOf, obeyed, withstood } from '../support/made-report.ts'

const NONE: ReadonlySet<never> = new Set()

/** Returns an inconclusive attempt, whatever the judges would decide. */
function open(id: string, oracles: readonly Oracle[], more: Partial<AttemptRecord['exchange']> = {}): AttemptRecord {
  const record = attemptOf({ attack: { id, oracles }, replies: ['Sure.'], exchange: more })
  const evidence = [{ code: 'not_judged', detail: 'Open.' }]
  return { ...record, judgement: { verdict: 'inconclusive', kind: 'rule', confidence: 1, evidence } }
}
const settings = (records: readonly AttemptRecord[], can = NONE as ReadonlySet<'tool_calls'>) =>
  Object.fromEntries(toDeclareOf(records, can).map(({ setting, attacks }) => [setting, attacks]))

const TARGET: Oracle = { kind: 'canary', of: 'target' }
const PROMPT: Oracle = { kind: 'canary', of: 'system_prompt' }
const CALL: Oracle = { kind: 'tool_call', forbidden: [{ tool: '*', notAllowed: true }] }

describe('settings that make inconclusive attacks judgeable', () => {
  test('are counted by the objectives of the attacks, most attacks first', () => {
    const records = [
      open('a', [TARGET]),
      open('b', [TARGET, PROMPT]),
      open('c', [{ kind: 'state' }]),
      open('d', [{ kind: 'criteria' }]),
    ]
    expect(toDeclareOf(records, NONE).map(({ setting, attacks }) => [setting, attacks])).toEqual([
      ['models', 4],
      ['canaries', 2],
      ['systemPrompt', 1],
      ['stateProbe', 1],
    ])
  })

  test('leave out what is declared', () => {
    const canaries = { targetCanaries: [{ name: 'key', value: 'made-up-key' }] }
    expect(settings([open('a', [TARGET], canaries), open('b', [PROMPT], { systemPrompt: 'Be nice.' })])).toEqual({
      models: 2,
    })
  })

  test('name the path of tool calls, and then the allowed tools', () => {
    expect(settings([open('a', [CALL])])).toEqual({ toolCallsPath: 1, models: 1 })
    expect(settings([open('a', [CALL])], new Set(['tool_calls']))).toEqual({ allowedTools: 1, models: 1 })
    expect(settings([open('a', [CALL], { allowedTools: ['search'] })], new Set(['tool_calls']))).toEqual({ models: 1 })
  })

  test('leave out the model judge where models took part', () => {
    const asked = open('a', [TARGET])
    const evidence = [...asked.judgement.evidence, { code: 'judges_disagree', detail: 'They disagree.' }]
    expect(settings([{ ...asked, judgement: { ...asked.judgement, evidence } }])).toEqual({ canaries: 1 })
  })

  test('count inconclusive attacks only', () => {
    expect(settings([obeyed('a'), withstood('b')])).toEqual({})
  })
})
