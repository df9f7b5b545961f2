import { allCategories, allStrategies, CARRIER_STRATEGIES, WRITTEN_STRATEGIES } from '@gatehouse/attacks'
import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { send, serve, type Served } from '../serve.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const read = async (path: string): Promise<unknown> => JSON.parse((await send(`${served.url}${path}`, 'GET')).text)

proves(
  ['redteam:categories.list', 'redteam:request.category-names'],
  'categories and strategies are told with everything that a choice needs',
  async () => {
    const categories = redteamEndpoints.listCategories.response.parse(await read('/api/categories'))
    expect(categories.map(({ name }) => name)).toEqual(allCategories.map(({ name }) => name))
    expect(categories.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'prompt_injection',
        'tool_misuse',
        'tool_result_injection',
        'tool_chain_hijack',
        'data_exfiltration',
      ]),
    )
    expect(categories.every(({ description, group }) => description !== '' && group !== '')).toBe(true)
    const injection = categories.find(({ name }) => name === 'prompt_injection')
    expect(injection).toMatchObject({ default: true, mappings: { owaspLlm2025: ['LLM01'] } })
    expect(categories.filter((category) => category.default).length).toBeGreaterThan(0)

    const strategies = redteamEndpoints.listStrategies.response.parse(await read('/api/strategies'))
    expect(strategies.map(({ name }) => name)).toEqual(
      [...allStrategies, ...CARRIER_STRATEGIES, ...WRITTEN_STRATEGIES].map(({ name }) => name),
    )
    expect(strategies.filter((strategy) => strategy.default).length).toBeGreaterThan(0)
    expect(Object.keys(strategies[0]!)).toEqual(
      expect.arrayContaining(['name', 'group', 'description', 'severity', 'default', 'mappings', 'aliases']),
    )
  },
)

proves(
  ['redteam:endpoints.frameworks', 'redteam:frameworks.shape', 'redteam:frameworks.ids'],
  'frameworks are told with how many controls they have',
  async () => {
    const frameworks = redteamEndpoints.listFrameworks.response.parse(await read('/api/compliance-frameworks'))
    expect(frameworks.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'owasp-llm-2025',
        'owasp-agentic-2026',
        'mitre-atlas',
        'nist-ai-rmf',
        'eu-ai-act',
        'iso-42001',
        'iso27001-2022',
        'gdpr',
        'hipaa',
        'pci-dss-v4.0.1',
        'soc2',
      ]),
    )
    expect(frameworks.every(({ name, controlCount }) => name !== '' && controlCount > 0)).toBe(true)
  },
)

test('the OpenAPI description contains every endpoint and the common endpoints', async () => {
  const { paths } = JSON.parse((await send(`${served.url}/openapi.json`, 'GET')).text) as {
    paths: Record<string, Record<string, unknown>>
  }
  const missing = Object.values(redteamEndpoints).filter(
    ({ method, path }) => paths[path]?.[method.toLowerCase()] === undefined,
  )
  expect(missing).toEqual([])
  const { body } = await send(`${served.url}/ready`, 'GET')
  expect(body).toMatchObject({ status: 'ready', service: 'redteam' })
  const { text } = await send(`${served.url}/metrics`, 'GET')
  expect(text).toContain('listCategories')
})
