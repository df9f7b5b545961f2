import { describe, expect, test } from 'vitest'
import type { McpAnswer } from '../../src/targets/mcp-calls.ts'
import { explore } from '../../src/targets/mcp-explore.ts'
import { namedIn, objectsIn, withNeighbours } from '../../src/targets/mcp-known.ts'
import { embeddedRequest } from '../../src/targets/mcp-arguments.ts'
import { isProbe } from '../../src/targets/mcp-probe.ts'
import { isDestructive, isRestricted, kindOf, type McpTool } from '../../src/targets/mcp-tools.ts'
import { readPath } from '../../src/targets/paths.ts'

const text = (description = '') => ({ type: 'string', description })
const tool = (
  name: string,
  properties: object,
  more: Partial<McpTool> & { readonly required?: readonly string[] } = {},
): McpTool => {
  const { required = Object.keys(properties), ...rest } = more
  return { name, description: '', schema: { type: 'object', properties, required }, ...rest }
}

/** Explores a server with these tools. @returns the calls, and the notes */
async function exploring(
  params: string,
  tools: readonly McpTool[],
  answer: (name: string, values: Readonly<Record<string, unknown>>) => string | Error = () => 'ok',
  allowedTools?: readonly string[],
) {
  const probe = embeddedRequest(`{"method": "tools/call", "params": {"name": "*", ${params}}}`)
  if (probe === undefined || !isProbe(probe)) throw new Error('no probe')
  const calls: (readonly [string, unknown])[] = []
  const ask = async ({ params: sent }: { readonly params: unknown }): Promise<McpAnswer> => {
    const name = String(readPath(sent, 'name'))
    const values = readPath(sent, 'arguments') as Readonly<Record<string, unknown>>
    calls.push([name, values])
    const said = answer(name, values)
    return { text: said instanceof Error ? said.message : said, result: {}, isError: said instanceof Error }
  }
  const notes = await explore(probe, { tools, allowedTools, ask })
  return { calls, notes }
}

describe('parameters', () => {
  test.each([
    ['page_url', '', 'url'],
    ['file', '', 'path'],
    ['expression', '', 'code'],
    ['sql', '', 'query'],
    ['hostname', '', 'command'],
    ['order_id', '', 'id'],
    ['userId', '', 'id'],
    ['x', 'Path of the report', 'path'],
    ['x', 'Text of the note', 'text'],
  ])('%s (%s) take values of the kind %s', (name, description, kind) => {
    expect(kindOf({ name, schema: text(description) })).toBe(kind)
  })

  test('receive the values of their kind, and the others what they accept', async () => {
    const tools = [
      tool('read', {
        path: text(),
        format: { type: 'string', enum: ['a', 'b'] },
        lines: { type: 'integer', minimum: 5 },
      }),
      tool('calculate', { expression: text() }),
      tool('delete_file', { path: text() }),
      tool('write_file', { path: text() }),
    ]
    const { calls } = await exploring('"values": {"path": ["/etc/passwd"], "code": ["7*7"]}', tools)
    expect(calls).toEqual([
      ['read', { path: '/etc/passwd', format: 'a', lines: 5 }],
      ['calculate', { expression: '7*7' }],
    ])
  })

  test('that list one entry below an address have that entry read', async () => {
    const { calls } = await exploring(
      '"values": {"url": ["http://h/roles/"]}',
      [tool('fetch', { url: text() })],
      () => 'worker-role\n',
    )
    expect(calls.map(([, values]) => values)).toEqual([
      { url: 'http://h/roles/' },
      { url: 'http://h/roles/worker-role' },
    ])
  })
})

describe('known objects', () => {
  test('are those in descriptions, in lists and beside them', async () => {
    const tools = [
      tool('list_notes', {}),
      tool('read_note', { id: text() }),
      tool('get_setting', { name: text('Setting, e.g. mail-server') }),
      tool('delete_note', { id: text() }),
    ]
    const { calls } = await exploring('"known": true', tools, (name) =>
      name === 'list_notes' ? 'n1 Water the plants\nn2 Standup' : 'text',
    )
    const values = (of: string) =>
      calls.filter(([name]) => name === of).map(([, { id, name }]: readonly [string, any]) => id ?? name) // oxlint-disable-line no-explicit-any
    expect(values('read_note')).toEqual(['n0', 'n3', 'n4', 'n1', 'n2'])
    expect(values('get_setting').at(0)).toBe('mail-server')
    expect(values('delete_note')).toEqual([])
  })

  test('named in a text', () => {
    expect(namedIn('Namespace: web, billing or kube-system')).toEqual(['web', 'billing', 'kube-system'])
    expect(namedIn('Owner; empty for your own, "all" for the workspace')).toEqual(['all'])
    expect(objectsIn('Secrets: billing-db, web-session (2 of ORD-12)')).toEqual([
      'billing-db',
      'web-session',
      '2',
      'ORD-12',
    ])
    expect(withNeighbours(['A-09'])).toEqual(['A-10', 'A-08', 'A-11', 'A-09'])
  })
})

describe('restricted tools', () => {
  const restricted = { description: 'Delete a namespace. Cluster operators only.' }

  test.each([
    ['Cluster operators only.', true],
    ['Only for administrators.', true],
    ['Requires admin rights.', true],
    ['Needs human approval.', true],
    ['Only works within allowed directories.', false],
    ['Deletes a file. The owner is notified.', false],
  ])('are those that say so: %s', (description, expected) => {
    expect(isRestricted({ description })).toBe(expected)
  })

  test('run on an invented name only, and count when the answer confirms it', async () => {
    const tools = [
      tool('delete_namespace', { namespace: text() }, restricted),
      tool('shutdown', {}, restricted),
      tool('delete_note', { id: text() }),
      tool('get_secret', { name: text() }, restricted),
    ]
    const { calls, notes } = await exploring('"restricted": "zufoma"', tools, (name) =>
      name === 'get_secret' ? new Error('Forbidden') : 'namespace "zufoma" deleted',
    )
    expect(calls).toEqual([
      ['delete_namespace', { namespace: 'zufoma' }],
      ['get_secret', { name: 'zufoma' }],
    ])
    expect(notes).toHaveLength(1)
    const silent = await exploring('"restricted": "zufoma"', tools, () => 'zufoma was not found')
    expect(silent.notes).toEqual([])
  })

  test('are those that the owner does not allow, if configured', async () => {
    const tools = [tool('get_logs', { pod: text() }), tool('scale', { name: text() })]
    const { calls } = await exploring('"restricted": "zufoma", "changing": true', tools, undefined, ['get_logs'])
    expect(calls).toEqual([['scale', { name: 'zufoma' }]])
  })

  test.each([
    ['deleteUser', {}, true],
    ['delete_user', { readOnlyHint: true }, false],
    ['save', { destructiveHint: true }, true],
    ['list_payments', {}, false],
    ['set_user_role', {}, true],
    ['platform_info', {}, false],
  ])('%s %j is destructive: %s', (name, annotations, expected) => {
    expect(isDestructive({ name, annotations })).toBe(expected)
  })
})

test('tables are read through an injectable parameter, and not through another', async () => {
  const rows = [
    ['ann@a.test', 'h1'],
    ['bob@b.test', 'h2'],
  ] as const
  const database = (value: string): string => {
    if (!value.includes("'")) return 'none'
    const query = /UNION ALL SELECT 'q'\|\|'zv'\|\|(\S+?)\|\|'v'\|\|'zq', NULL(?: FROM (\w+))? -- $/.exec(value)
    if (query === null) return 'syntax error'
    const [, column = '', from] = query
    const cells = from === undefined ? [column.replaceAll("'", '')] : from === 'sqlite_master' ? ['users'] : column === 'email' ? rows.map(([mail]) => mail) : column === 'password_hash' ? rows.map(([, hash]) => hash) : [] // prettier-ignore
    return cells.map((cell) => `qzv${cell}vzq | `).join('\n')
  }
  const { notes } = await exploring('"tables": true', [tool('find', { query: text() })], (_, { query }) =>
    database(String(query)),
  )
  expect(notes).toEqual([
    'tables: users',
    'rows of users: {"email":"ann@a.test","password_hash":"h1"} {"email":"bob@b.test","password_hash":"h2"}',
  ])
  const bound = await exploring('"tables": true', [tool('find', { query: text() })], () => 'No rows.')
  expect(bound.notes).toEqual([])
  expect(bound.calls.length).toBeLessThan(10)
})
