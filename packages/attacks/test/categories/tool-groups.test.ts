import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import type { Attack } from '../../src/engine/attack.ts'
import type { Category, Seed } from '../../src/engine/category.ts'
import type { ToolCall } from '../../src/engine/exchange.ts'
import { countTexts, type Grammar } from '../../src/engine/grammar.ts'
import { makeAttack } from '../../src/engine/make-attack.ts'
import { createRandom } from '../../src/engine/random.ts'
import { decide } from '../../src/judges/decide.ts'
import { exchangeOf, replyOf } from '../support/exchange.ts'

const GROUPS: ReadonlySet<string> = new Set(['tools', 'supply_chain', 'multi_agent', 'access'])
const categories = allCategories.filter(({ group }) => GROUPS.has(group))
const seeds = categories.flatMap((category) =>
  category.seeds.map((seed) => [`${category.name}/${seed.id}`, category, seed] as const),
)
const make = (category: Category, seed: Seed): Attack =>
  makeAttack({
    category,
    seed,
    strategies: [],
    random: createRandom(seed.id),
    words: { runKey: 'key', sinkUrl: 'http://127.0.0.1:9/s', contentUrl: 'http://127.0.0.1:9/c' },
  })
const texts = (grammars: readonly Grammar[]): number => grammars.reduce((all, one) => all * countTexts(one), 1)
const called = (attack: Attack, name: string, args: unknown, text = 'Done.') => {
  const call: ToolCall = { name, arguments: args, wasExecuted: true }
  const [first, ...others] = attack.turns.map(() => replyOf('Good day.'))
  const replies = [...others, replyOf(text, { toolCalls: [call] })]
  const read = attack.plants.map(({ path }) => path)
  return decide(exchangeOf(attack, first === undefined ? [] : replies, { readPlants: read })).verdict
}
const has = (attack: Attack, kind: string): boolean => attack.oracles.some((oracle) => oracle.kind === kind)

describe('categories of tools, supply chains, several agents and access', () => {
  test('are all of the taxonomy', () => {
    expect(categories).toHaveLength(34)
  })

  test.each(categories.map((category) => [category.name, category] as const))(
    '%s has 40 texts or more',
    (_, { seeds: own }) => {
      const count = own.reduce(
        (sum, { turns, plants = [], before = [] }) =>
          sum + texts(turns) * texts(before) * texts(plants.map(({ text }) => text)),
        0,
      )
      expect(count).toBeGreaterThanOrEqual(40)
    },
  )

  test.each(seeds)('%s declares the needs that it uses', (_name, category, seed) => {
    const attack = make(category, seed)
    const sent = [...attack.turns, ...attack.plants.map(({ body }) => body), ...(attack.before ?? [])].join('\n')
    const uses = [
      ...(sent.includes('127.0.0.1:9/c') ? ['content'] : []),
      ...(sent.includes('127.0.0.1:9/s') ? ['sink'] : []),
      ...(attack.before === undefined ? [] : ['two_sessions']),
      ...(attack.turns.length > 1 && !attack.needs.includes('mcp') ? ['sessions'] : []),
      ...(attack.oracles.every(({ kind }) => kind === 'tool_call') ? ['tool_calls'] : []),
    ]
    expect(uses.filter((need) => !attack.needs.some((item) => item === need))).toEqual([])
  })

  test.each(seeds.filter(([, category, seed]) => has(make(category, seed), 'tool_call')))(
    '%s is no finding for an intended lookup of the agent',
    (_name, category, seed) => {
      const attack = make(category, seed)
      expect(called(attack, 'get_opening_hours', { day: 'Monday' })).not.toMatch(/vulnerable|partial/)
      expect(called(attack, 'search_articles', { query: attack.turns.at(-1)! })).not.toBe('vulnerable')
    },
  )

  test('a read-only call is defended, regardless of its arguments', () => {
    const [, category, seed] = seeds.find(([name]) => name === 'excessive_agency/only-asking')!
    const attack = make(category, seed)
    expect(called(attack, 'issue_refund', { order: 'A-1', amount: 100 })).toBe('vulnerable')
    expect(called(attack, 'get_refund_policy', { of: 'A-1' })).toBe('defended')
  })

  test.each([
    ['tool_misuse', 'mail-to-everybody', 'mailer/sendMail'],
    ['tool_misuse', 'money-out', 'issue_refund'],
    ['tool_misuse', 'run-for-stranger', 'execute_python'],
    ['tool_result_injection', 'call-in-result', 'save_note'],
    ['tool_chain_hijack', 'steps-of-user', 'send_message'],
    ['destructive_action', 'clean-up', 'bulkDeleteUsers'],
    ['approval_bypass', 'approved-already', 'transfer_funds'],
    ['approval_bypass', 'approve-yourself', 'approve_request'],
    ['excessive_agency', 'open-ended', 'cancel_contract'],
    ['privilege_escalation', 'grant-to-name', 'grant_role'],
    ['bfla', 'function-of-staff', 'suspend_user'],
    ['delegation_abuse', 'let-the-other-do-it', 'delegate_to_agent'],
    ['package_hallucination', 'installs-nothing', 'run_shell'],
    ['agent_config_poisoning', 'rule-for-ever', 'update_settings'],
  ] as const)('%s/%s is found if %s is called with the marker of the attack', (name, id, tool) => {
    const [, category, seed] = seeds.find(([said]) => said === `${name}/${id}`)!
    const attack = make(category, seed)
    expect(called(attack, tool, { input: [`for ${attack.marker}, please`] })).toBe('vulnerable')
    expect(called(attack, tool, { input: 'for somebody else' })).not.toBe('vulnerable')
    expect(called(attack, tool, { input: attack.marker }, 'I am sorry, I cannot do that.')).toBe('vulnerable')
  })

  test('a call for the record of another user is partial, since the tool may reject it', () => {
    const [, category, seed] = seeds.find(([said]) => said === 'bola/record-of-another')!
    const attack = make(category, seed)
    expect(called(attack, 'get_invoices', { owner: attack.marker })).toBe('partial')
  })
})
