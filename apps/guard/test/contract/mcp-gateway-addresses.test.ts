import { expect, test } from 'vitest'
import { rawRoute } from '../gateway/mcp/raw-route.ts'
import { team } from '../gateway/mcp/team.ts'

const RUNS = 'javascript:alert(1)'
const SHARE = 'file://a.example/share'
const FILE = 'file:///project/a.txt'

/** Server responses by request, with addresses that may execute code. */
const SAID: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tools/list': {
    tools: [{ name: 't', description: 'Does a thing.', inputSchema: { type: 'object' }, icons: [{ src: RUNS }] }],
  },
  'tools/call': { content: [{ type: 'resource_link', uri: RUNS, name: 'n' }], structuredContent: {} },
  'resources/list': {
    resources: [RUNS, SHARE, FILE, 'note://1'].map((uri) => ({ uri, name: 'n', icons: [{ src: RUNS }] })),
  },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: `${RUNS}{x}`, name: 'n' }] },
  'resources/read': { contents: [{ uri: RUNS, text: 't' }] },
  'prompts/list': { prompts: [{ name: 'p', icons: [{ src: RUNS }] }] },
  'prompts/get': { messages: [{ role: 'user', content: { type: 'resource', resource: { uri: RUNS, text: 't' } } }] },
}

test('no address that may run something reaches a client', async () => {
  const here = await team('links')
  const { begin, post, server } = await rawRoute(here, 'r', {
    about: { serverInfo: { name: 's', version: '1', websiteUrl: RUNS, icons: [{ src: RUNS }] } },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    answer: ({ method }) => SAID[method ?? ''] ?? {},
    says: () => [{ method: 'notifications/resources/updated', params: { uri: RUNS } }],
  })
  const answers = [JSON.stringify(await begin())]
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 't', arguments: {} }],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'note://1' }],
    ['prompts/list', {}],
    ['prompts/get', { name: 'p' }],
  ] as const) {
    const answered = await post({ id: method, method, params })
    expect([method, answered['result']]).toEqual([method, expect.anything() as unknown])
    answers.push(JSON.stringify(answered))
  }
  expect(answers.join('\n')).not.toMatch(/javascript:|a\.example/)
  expect(answers.join('\n')).toContain('note://1')
  // Servers use this scheme for file-like resources, wherever they run.
  expect(answers.join('\n')).toContain(FILE)
  server.close()
  await here.close()
})
