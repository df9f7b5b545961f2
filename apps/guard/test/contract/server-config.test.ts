import { temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, type Answer, makeTeam, post, send, serve, type Served } from '../serve.ts'

/** Two instances on one database, with a configuration file. */
let item: Served
let two: Served
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await temporaryDatabase()
  drop = () => database.drop()
  const yamlText = `guardrails:
  input_guardrails:
    keyword-blocklist: { action: warn, blocklist: [filed] }
  output_guardrails:
    system_prompt_leak: { action: block, settings: { canaries: [ZX-81-HERON] } }
`
  ;[item, two] = await Promise.all([serve({ database, yamlText }), serve({ database, yamlText })])
})
afterAll(async () => {
  await Promise.all([item.close(), two.close()])
  await drop()
})

const put = (guardrails: object, at = item): Promise<Answer> =>
  admin(`${at.url}/v1/shield/config`, 'PUT', { guardrails })
const read = (at = item): Promise<Answer> => admin(`${at.url}/v1/shield/config`, 'GET')
const entries = ({ body }: Answer) => body['guardrails'] as Readonly<Record<string, Record<string, unknown>>>
const action = async (at: Served, message: string): Promise<unknown> =>
  (await post(`${at.url}/guardrails/input`, { message })).body['action']
/** Resolves when an instance acts so; a second is all that it has. */
const acts = (at: Served, message: string, expected: string) =>
  expect.poll(() => action(at, message), { timeout: 1_000, interval: 20 }).toBe(expected)

describe('the defaults of the deployment', () => {
  proves('guard:endpoints.config-get', 'are shown with their sources, with secrets masked', async () => {
    const answer = await read()
    expect(answer).toMatchObject({ status: 200, body: { version: 0, updated_at: null, updated_by: null } })
    expect(answer.text).not.toContain('HERON')
    expect(entries(answer)).toMatchObject({
      toxicity: { enabled: true, action: 'warn', stage: 'input', source: 'builtin', available: true },
      sentiment: { enabled: false, stage: 'input', source: 'builtin' },
      keyword_blocklist: { enabled: true, action: 'warn', settings: { blocklist: ['filed'] }, source: 'file' },
      system_prompt_leak: {
        input: { enabled: true, action: 'block', stage: 'input', source: 'builtin' },
        output: { enabled: true, stage: 'output', source: 'file', settings: { canaries: '***' } },
      },
    })
  })

  proves(
    ['guard:endpoints.config-put', 'guard:rules.config.server-defaults'],
    'change for every instance within a second',
    async () => {
      await acts(two, 'the word is filed', 'warn')
      const answer = await put({ keyword_blocklist: { enabled: true, action: 'block' } })
      expect(answer).toMatchObject({ status: 200, body: { version: 1, updated_by: 'admin:platform' } })
      expect(entries(answer)['keyword_blocklist']).toMatchObject({
        action: 'block',
        source: 'stored',
        settings: { blocklist: ['filed'] },
      })
      expect(await action(item, 'the word is filed')).toBe('block')
      await acts(two, 'the word is filed', 'block')
      await put({ 'keyword-blocklist': { enabled: false } }, two)
      await acts(item, 'the word is filed', 'pass')
      await put({ keyword_blocklist: null })
      await acts(two, 'the word is filed', 'warn')
      expect(entries(await read(two))['keyword_blocklist']).toMatchObject({ source: 'file', action: 'warn' })
    },
  )

  test('are merged: omitted entries and omitted fields stay unchanged', async () => {
    await put({ regex_pattern: { action: 'block', settings: { patterns: [{ name: 'id', pattern: 'ID-\\d+' }] } } })
    await put({ length_limit: { max_chars: 5_000 } })
    const answer = await put({ regex_pattern: { action: 'redact' }, length_limit: { min_chars: 1 } })
    expect(entries(answer)).toMatchObject({
      regex_pattern: { enabled: true, action: 'redact', settings: { patterns: [{ name: 'id', pattern: 'ID-\\d+' }] } },
      length_limit: { enabled: true, action: 'block', settings: { max_chars: 5_000, min_chars: 1 } },
    })
    expect(await action(item, 'see ID-4711')).toBe('redact')
    await put({ regex_pattern: null, length_limit: null })
  })

  test('of a guard with two stages change in both stages, or in the named stage', async () => {
    const both = entries(await put({ system_prompt_leak: { action: 'warn' } }))['system_prompt_leak']
    expect(both).toMatchObject({
      input: { action: 'warn', source: 'stored' },
      // A masked value in the request keeps the value of the file.
      output: { action: 'warn', source: 'stored', settings: { canaries: '***' } },
    })
    const leak = await post(`${item.url}/guardrails/output`, { output: 'It is ZX-81-HERON.' })
    expect(leak.body).toMatchObject({ action: 'warn' })
    const output = entries(await put({ system_prompt_leak: { output: { action: 'block' }, input: null } }))
    expect(output['system_prompt_leak']).toMatchObject({
      input: { action: 'block', source: 'builtin' },
      output: { action: 'block', source: 'stored' },
    })
    await put({ system_prompt_leak: null })
  })

  test('can be read and sent back without a change', async () => {
    const before = await read()
    const { system_prompt_leak: leak } = entries(before)
    const sent = Object.fromEntries(
      Object.entries(leak!).map(([stage, entry]) => {
        const { enabled, action: own, settings } = entry as Record<string, unknown>
        return [stage, { enabled, action: own, settings }]
      }),
    )
    await put({ system_prompt_leak: sent })
    const leaked = await post(`${item.url}/guardrails/output`, { output: 'It is ZX-81-HERON.' })
    expect(leaked.body).toMatchObject({ action: 'block' })
    await put({ system_prompt_leak: null })
    expect(entries(await read())).toEqual(entries(before))
  })

  test('can be sent back in full without a change', async () => {
    await put({ toxicity: { action: 'block' } })
    const before = await read()
    const answer = await admin(`${item.url}/v1/shield/config`, 'PUT', before.body)
    expect(answer).toMatchObject({ status: 200, body: before.body })
    expect((await read()).body).toEqual(before.body)
    await put({ toxicity: null })
  })

  test('with one changed entry store only that entry; masked settings keep their values', async () => {
    const { body } = await read()
    const guardrails = structuredClone(body['guardrails']) as Record<string, Record<string, Record<string, unknown>>>
    guardrails['system_prompt_leak']!['output']!['action'] = 'warn'
    const answer = await admin(`${item.url}/v1/shield/config`, 'PUT', { ...body, guardrails })
    expect(answer.status).toBe(200)
    const stored = Object.entries(entries(answer)).filter(([, entry]) => JSON.stringify(entry).includes('"stored"'))
    expect(stored).toMatchObject([
      ['system_prompt_leak', { input: { source: 'builtin' }, output: { source: 'stored', action: 'warn' } }],
    ])
    const leak = await post(`${item.url}/guardrails/output`, { output: 'It is ZX-81-HERON.' })
    expect(leak.body).toMatchObject({ action: 'warn' })
    await put({ system_prompt_leak: null })
  })

  test('that would not compile are rejected with their path, and change nothing', async () => {
    const before = (await read()).body
    const wrong = [
      [{ no_such: {} }, 'body.guardrails.no_such'],
      [{ toxicity: { action: 'explode' } }, 'body.guardrails.toxicity'],
      [
        { 'toxicity-detection': { settings: { threshold: 7 } } },
        'body.guardrails.toxicity-detection.settings.threshold',
      ],
      [{ toxicity: { output: {} } }, 'body.guardrails.toxicity.output'],
      [
        { regex_pattern: { input: { patterns: [{ name: 'x', pattern: '(' }] } } },
        'body.guardrails.regex_pattern.input',
      ],
      [{ pii_detection: { settings: { entities: ['SHOE_SIZE'] } } }, 'body.guardrails.pii_detection'],
    ] as const
    for (const [guardrails, place] of wrong) {
      const { status, body } = await put(guardrails)
      expect([status, guardrails]).toEqual([422, guardrails])
      expect((body['detail'] as { loc: string[] }[])[0]!.loc.join('.')).toContain(place)
    }
    expect((await admin(`${item.url}/v1/shield/config`, 'PUT', {})).status).toBe(422)
    expect((await read()).body).toEqual(before)
  })

  proves('guard:auth.admin-actor', 'are audited with their author, invisible to tenants', async () => {
    await put({ sentiment: { enabled: false } })
    const { body } = await admin(`${item.url}/v1/admin/audit?action=server_config.update&limit=1`, 'GET')
    expect(body['entries']).toMatchObject([
      { actor: 'admin:platform', tenant_id: '$deployment', details: { guardrails: ['sentiment'] } },
    ])
    const own = await send(`${item.url}/v1/tenant/me/audit?action=server_config.update`, 'GET')
    expect(own.body['entries']).toEqual([])
    await put({ sentiment: null })
  })
})

test('defaults of agent guards apply to every tenant without its own setting', async () => {
  const check = async (at: Served): Promise<unknown> => {
    const tool_schema = { type: 'object', required: ['order'], properties: { order: { type: 'string' } } }
    const call = { tool_name: 'refund', tool_params: { order: 7 }, tool_schema }
    return (await post(`${at.url}/v1/shield/tool/check`, call)).body['action']
  }
  expect(await check(two)).toBe('block')
  const answer = await put({ tool_call_validation: { action: 'warn' } })
  expect(entries(answer)['tool_call_validation']).toMatchObject({ action: 'warn', stage: 'agentic', source: 'stored' })
  await expect.poll(() => check(two), { timeout: 1_000, interval: 20 }).toBe('warn')
  const own = {
    input_guardrails: {},
    output_guardrails: {},
    agentic_guardrails: { tool_call_validation: { action: 'block' } },
  }
  await send(`${two.url}/v1/tenant/me/policies`, 'PUT', own)
  await expect.poll(() => check(item), { timeout: 1_000, interval: 20 }).toBe('block')
  await send(`${two.url}/v1/tenant/me/policies`, 'PUT', { ...own, agentic_guardrails: {} })
  const wrong = await put({ tool_call_validation: { agentic: { settings: { no_such: 1 } } } })
  expect(wrong.status).toBe(422)
  expect((wrong.body['detail'] as { loc: string[] }[])[0]!.loc.join('.')).toContain(
    'body.guardrails.tool_call_validation.agentic.settings',
  )
  await put({ tool_call_validation: null })
})

test('defaults rank below the settings of a tenant and, for other guards, of a request', async () => {
  await makeTeam(item.url, 'firm', {})
  await put({ keyword_blocklist: { action: 'block', blocklist: ['deployed'] } })
  await acts(two, 'it is deployed', 'block')
  // A request without a tenant's configuration lays its own block over the defaults.
  const request = { message: 'it is deployed', input: { keyword_blocklist: { action: 'redact' } } }
  expect((await post(`${two.url}/guardrails/input`, request)).body).toMatchObject({
    action: 'redact',
    policy_source: 'request',
  })
  const tenant = { input_guardrails: { keyword_blocklist: { action: 'detect' } }, output_guardrails: {} }
  await send(`${two.url}/v1/tenant/me/policies`, 'PUT', tenant)
  await acts(item, 'it is deployed', 'detect')
  await send(`${two.url}/v1/tenant/me/policies`, 'PUT', { input_guardrails: {}, output_guardrails: {} })
  await acts(item, 'it is deployed', 'block')
  await put({ keyword_blocklist: null })
})

test('keep all concurrent writes', async () => {
  const words = ['a', 'b', 'c', 'd', 'e', 'f']
  const before = Number((await read()).body['version'])
  const names = [
    'toxicity',
    'sentiment',
    'pii_detection',
    'keyword_blocklist',
    'language_detection',
    'tone_enforcement',
  ]
  await Promise.all(words.map((_, n) => put({ [names[n]!]: { enabled: false } }, n % 2 === 0 ? item : two)))
  const after = await read()
  expect(after.body['version']).toBe(before + names.length)
  for (const name of names) expect(entries(after)[name]).toMatchObject({ enabled: false, source: 'stored' })
  await put(Object.fromEntries(names.map((name) => [name, null])))
})
