import { createHmac } from 'node:crypto'
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createGuard } from '../../../../src/create-guard.ts'
import type { PersonalValue, TokenRequest, Vault } from '../../../../src/engine/ports.ts'
import { VALUES_PER_TEXT_MAX } from '../../../../src/detectors/pii/actions/rewrite.ts'

const windows = { hit: () => ({ allowed: true, used: 1, retryAfter_ms: 0 }) }
const TEXT = 'Card 4111 1111 1111 1111 (4111-1111-1111-1111), SSN 566-64-4119, mail jane.doe@example.com.'

interface Recorded extends Vault {
  readonly asked: PersonalValue[]
}

function fakeVault(tokens: (request: TokenRequest) => string | undefined = ({ draw }) => draw()): Recorded {
  const personalValues: PersonalValue[] = []
  return {
    asked: personalValues,
    async hash(tenantId, values) {
      personalValues.push(...values)
      return values.map(({ type, value }) => createHmac('sha256', tenantId).update(`${type}${value}`).digest())
    },
    async tokenise(_tenantId, values) {
      personalValues.push(...values)
      return values.map(tokens)
    },
  }
}

async function leak(actions: object, vault?: Vault, text = TEXT, entry: object = {}, types: string[] = []) {
  const guard = createGuard({
    output: { pii_leakage: { ...entry, settings: { entity_actions: actions, pii_types: types } } },
    ports: { windows, ...(vault === undefined ? {} : { vault }) },
  })
  const verdict = await guard.checkOutput(text)
  const result = verdict.guardrail_results.find(({ guardrail }) => guardrail === 'pii_leakage')!
  return { verdict, result, text: verdict.sanitized_output }
}

describe('entity_actions', () => {
  test('replace each entity by its own method, one value with one token', async () => {
    const vault = fakeVault()
    const { text, result } = await leak({ 'credit-card': 'tokenize', US_SSN: 'hash', email: 'mask' }, vault)
    const form =
      /^Card (9\d{3}( \d{4}){3}) \((9\d{3}(-\d{4}){3})\), SSN \[US_SSN#h-[0-9a-f]{16}\], mail \*{4}\.\*{3}@\*{6}e\.com\.$/
    expect(text).toMatch(form)
    const [, spaced, , dashed] = form.exec(text!)!
    expect(spaced!.replaceAll(' ', '-')).toBe(dashed)
    expect(spaced).toMatch(/1111$/)
    expect(vault.asked).toMatchObject([
      { type: 'US_SSN', value: '566-64-4119' },
      { type: 'CREDIT_CARD', value: '4111111111111111' },
    ])
    expect(result.details['entity_actions']).toEqual({ CREDIT_CARD: 'tokenise', US_SSN: 'hash', EMAIL_ADDRESS: 'mask' })
    expect(JSON.stringify(result)).not.toMatch(/4111|566-64|jane/)
  })

  test('do nothing without a replacement: monitor mode, other actions, no finding', async () => {
    const vault = fakeVault()
    for (const entry of [{ mode: 'monitor' }, { action: 'warn' }, { action: 'block' }]) {
      expect((await leak({ ALL: 'tokenise' }, vault, TEXT, entry)).text).toBeUndefined()
    }
    expect((await leak({ ALL: 'tokenise' }, vault, 'Nothing in here.')).text).toBeUndefined()
    expect(vault.asked).toEqual([])
  })

  test('fall back to the label without a vault, and report the fallback', async () => {
    const { text, result } = await leak({ CREDIT_CARD: 'tokenise', US_SSN: 'hash' })
    expect(text).toBe('Card [CREDIT_CARD] ([CREDIT_CARD]), SSN [US_SSN], mail [EMAIL_ADDRESS].')
    expect(result.details['entity_actions_fallback']).toEqual({ CREDIT_CARD: 'no_vault', US_SSN: 'no_vault' })
  })

  test('fall back to the label if the vault is full', async () => {
    const { text, result } = await leak(
      { ALL: 'tokenise' },
      fakeVault(() => undefined),
    )
    expect(text).toBe('Card [CREDIT_CARD] ([CREDIT_CARD]), SSN [US_SSN], mail [EMAIL_ADDRESS].')
    expect(result.details['entity_actions_fallback']).toMatchObject({ US_SSN: 'vault_full' })
  })

  test('fall back to the label if the vault fails, and leak nothing', async () => {
    const broken: Vault = {
      hash: () => Promise.reject(new Error('postgres://u:p4ss@db')),
      tokenise: () => Promise.reject(new Error('postgres://u:p4ss@db')),
    }
    const { text, result, verdict } = await leak({ ALL: 'tokenise' }, broken)
    expect(text).toBe('Card [CREDIT_CARD] ([CREDIT_CARD]), SSN [US_SSN], mail [EMAIL_ADDRESS].')
    expect(result).toMatchObject({ action: 'redact', details: { entity_actions_error: 'internal error' } })
    expect(JSON.stringify(verdict)).not.toContain('p4ss')
  })

  test('leave an e-mail token of an earlier turn unchanged', async () => {
    const vault = fakeVault()
    const first = await leak({ ALL: 'tokenise' }, vault, 'Mail jane.doe@example.com')
    const second = await leak({ ALL: 'tokenise' }, vault, first.text)
    expect(second.text ?? first.text).toBe(first.text)
    expect(vault.asked).toHaveLength(1)
  })

  test('ask for a bounded number of values', async () => {
    const vault = fakeVault()
    const many = Array.from({ length: VALUES_PER_TEXT_MAX + 50 }, (_, index) => `user${index}@example.com`).join(' ')
    const { text, result } = await leak({ ALL: 'tokenise' }, vault, many)
    expect(vault.asked).toHaveLength(VALUES_PER_TEXT_MAX)
    expect(text!.split('[EMAIL_ADDRESS]')).toHaveLength(51)
    expect(result.details['entity_actions_fallback']).toEqual({ EMAIL_ADDRESS: 'too_many_values' })
  })

  test.each([[{ NO_SUCH: 'mask' }], [{ EMAIL_ADDRESS: 'shred' }], [{ EMAIL_ADDRESS: 1 }]])(
    '%o is refused',
    (actions) => {
      const block = { pii_leakage: { settings: { entity_actions: actions } } }
      expect(() => createGuard({ output: block })).toThrow(/entity|Invalid/)
    },
  )

  test('leave no value of any text, and all else as it was', async () => {
    const values = {
      CREDIT_CARD: ['4111 1111 1111 1111', '5555-5555-5555-4444'],
      US_SSN: ['566-64-4119'],
      EMAIL_ADDRESS: ['jane.doe@example.com', 'o.k@example.org'],
      IBAN_CODE: ['DE89370400440532013000'],
    }
    const part = record({
      before: constantFrom('My card: ', 'SSN ', 'mail ', 'IBAN ', '張偉 ', '😀 '),
      value: constantFrom(...Object.values(values).flat()),
      after: constantFrom('.', ', and\n', ' 😀 ', ' — '),
    })
    const actions = record({
      CREDIT_CARD: constantFrom('redact', 'mask', 'hash', 'tokenise'),
      ALL: constantFrom('redact', 'mask', 'hash', 'tokenise'),
    })
    await assert(
      asyncProperty(array(part, { minLength: 1, maxLength: 12 }), actions, async (parts, chosen) => {
        const message = parts.map(({ before, value, after }) => before + value + after).join('')
        const { text, result } = await leak(chosen, fakeVault(), message, {}, Object.keys(values))
        const found = result.details['entities'] as { start: number; end: number }[]
        expect(found.length).toBeGreaterThan(0)
        for (const { start, end } of found) expect(text).not.toContain(message.slice(start, end))
        let from = 0
        for (const piece of [...found, { start: message.length, end: message.length }].map(({ start, end }) => {
          const stored = message.slice(from, start)
          from = end
          return stored
        })) {
          expect(text).toContain(piece)
        }
      }),
      { numRuns: 60 },
    )
  })
})
