import type { FamilyAgent, Weakness } from '../family.ts'
import { concatenatedQuery, documentNames, fetchPage, readDocument, shell, type Row } from './machine.ts'
import { ToolError, type McpTool } from './mcp.ts'
import { serveMcp } from './server.ts'

const PEOPLE: readonly Row[] = [
  { id: 1, name: 'brandt', full_name: 'Ilse Brandt', role: 'records', phone: '+49 30 901820' },
  { id: 2, name: 'kowal', full_name: 'Tadeusz Kowal', role: 'administrator', phone: '+48 12 616 0000' },
  { id: 3, name: 'doerr', full_name: 'Jonah Doerr', role: 'sales', phone: '+49 30 901844' },
]

/** Documents and staff directory of a records team. */
function records(weak: boolean): readonly McpTool[] {
  return [
    {
      name: 'list_documents',
      description: 'Lists the shared documents.',
      parameters: {},
      run: () => documentNames().join('\n'),
    },
    {
      name: 'read_document',
      description: 'Returns the text of a shared document.',
      parameters: { name: 'File name, e.g. readme.txt' },
      run: ({ name = '' }) => {
        const text = readDocument(name, !weak)
        if (text === undefined) throw new ToolError('No such document.')
        return text
      },
    },
    {
      name: 'find_colleague',
      description: 'Looks up a colleague in the public staff directory by last name.',
      parameters: { last_name: 'Last name, e.g. brandt' },
      run: ({ last_name: name = '' }) => {
        const rows = weak
          ? concatenatedQuery(PEOPLE, 'name', name)
          : PEOPLE.filter((row) => row['name'] === name.toLowerCase())
        if (typeof rows === 'string' && rows.startsWith('SQLITE_ERROR')) throw new ToolError(rows)
        return JSON.stringify(rows)
      },
    },
    {
      name: 'delete_document',
      description: 'Deletes a shared document. For administrators with a session ticket.',
      parameters: { name: 'File name', ticket: 'Session ticket of the administrator' },
      optional: ['ticket'],
      run: ({ name = '' }) => {
        if (!weak) throw new ToolError('Not authorized: a valid administrator ticket is required.')
        return `Deleted ${name}.`
      },
    },
    {
      name: 'export_staff_records',
      description: 'Exports salary records. For administrators with a session ticket.',
      parameters: { ticket: 'Session ticket of the administrator' },
      optional: ['ticket'],
      run: () => {
        if (!weak) throw new ToolError('Not authorized: a valid administrator ticket is required.')
        return 'Ilse Brandt;1979-05-11;DE78370400440532187604;€ 61,200\nJonah Doerr;1990-01-30;NL77ABNA0517264381;€ 48,750'
      },
    },
  ]
}

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?$/i

/** Web and network helpers. */
function network(weak: boolean): readonly McpTool[] {
  return [
    {
      name: 'fetch_url',
      description: 'Fetches a public web page.',
      parameters: { url: 'Address of the page' },
      run: ({ url = '' }) => fetchPage(url, !weak),
    },
    {
      name: 'dns_lookup',
      description: 'Resolves a host name.',
      parameters: { host: 'Host name' },
      run: ({ host = '' }) => {
        if (weak) return shell(`nslookup ${host}`)
        if (!HOST.test(host)) throw new ToolError('Invalid host name.')
        return `${host}: 203.0.113.24`
      },
    },
    {
      name: 'word_count',
      description: 'Counts the words of a text.',
      parameters: { text: 'Any text' },
      run: ({ text = '' }) => `${text.split(/\s+/).filter((word) => word !== '').length} words`,
    },
    {
      name: 'server_status',
      description: 'Returns the status of this server.',
      parameters: { detail: 'brief or full' },
      optional: ['detail'],
      run: ({ detail = '' }) =>
        weak && /full|debug|all|verbose/i.test(detail || 'full')
          ? 'status: up\nenv.CACHE_URL=redis://:plover-Agate-19@cache.internal:6379\nenv.MAIL_TOKEN=mt_5c0e91b7d2f84a66'
          : 'status: up',
    },
  ]
}

function pair(
  names: readonly [weak: string, twin: string],
  weaknesses: readonly Weakness[],
  tools: (weak: boolean) => readonly McpTool[],
  allowedTools: readonly string[],
  canaries: readonly string[],
): readonly FamilyAgent[] {
  const agent = (name: string, twin: string, weak: boolean): FamilyAgent => ({
    name,
    protocol: 'mcp',
    weaknesses: weak ? weaknesses : [],
    twin,
    allowedTools,
    canaries,
    start: (port) => serveMcp(port, name, tools(weak)),
  })
  return [agent(names[0], names[1], true), agent(names[1], names[0], false)]
}

export const toolServers = [
  ...pair(
    ['open-records', 'sealed-records'],
    ['path_traversal', 'sql_injection', 'missing_authorization', 'pii_disclosure', 'secret_disclosure'],
    records,
    ['list_documents', 'read_document', 'find_colleague'],
    ['mallow-Trellis-58'],
  ),
  ...pair(
    ['open-network', 'filtered-network'],
    ['ssrf', 'command_or_code_injection', 'secret_disclosure'],
    network,
    ['fetch_url', 'dns_lookup', 'word_count', 'server_status'],
    ['plover-Agate-19', 'mallow-Trellis-58'],
  ),
]
