import { RunRequest } from '@gatehouse/contracts/redteam'
import { systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { expect, onTestFinished, test } from 'vitest'
import { listeningHost } from '../../src/content/content-host.ts'
import { conductRun } from '../../src/run/conduct-run.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { egressPort } from '../../src/targets/port.ts'
import { json, startAgent } from '../targets/agent-server.ts'

type Arguments = Readonly<Record<string, string>>
type Tools = Readonly<Record<string, (given: Arguments) => unknown>>

const PASSWD = 'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n'
const PARAMETERS: Readonly<Record<string, string>> = {
  read_file: 'path',
  ping: 'host',
  find_user: 'name',
  fetch_page: 'url',
  save_bookmark: 'link',
}

const WEAK: Tools = {
  read_file: ({ path = '' }) => (path.endsWith('etc/passwd') ? PASSWD : `No file ${path}`),
  ping: ({ host = '' }) =>
    /(?:^|[;&|`$(\n] ?)id\b/.test(host) ? 'uid=0(root) gid=0(root) groups=0(root)' : `${host}: 1 ms`,
  find_user: ({ name = '' }) => (name.includes("'") ? [{ email: 'mira@shop.test', password: 'kUh7-pferd' }] : []),
  fetch_page: async ({ url = '' }) => {
    if (!url.startsWith('http://127.0.0.1:')) return { status: 502 }
    const response = await fetch(url)
    return { status: response.status, body: await response.text() }
  },
}

/** Returns what the attacker wrote wherever an honest server may do so. */
const HARDENED: Tools = {
  read_file: ({ path = '' }) => Promise.reject(new Error(`File not found: ${path}`)),
  ping: ({ host = '' }) => Promise.reject(new Error(`Not a host name: ${host}`)),
  find_user: ({ name = '' }) => ({ query: name, rows: [] }),
  fetch_page: ({ url = '' }) => ({ error: `Address not allowed: ${url}` }),
  save_bookmark: ({ link = '' }) => ({ status: 200, saved: link }),
}

interface Rpc {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly name?: string; readonly arguments?: Arguments }
}

/** Starts a tool server without sessions. */
async function startTools(tools: Tools, isOpen: boolean): Promise<string> {
  const listed = Object.keys(tools).map((name) => ({
    name,
    inputSchema: { type: 'object', properties: { [PARAMETERS[name]!]: { type: 'string' } } },
  }))
  const answer = async ({ method, params }: Rpc): Promise<object> => {
    if (method === 'tools/list') return { result: { tools: listed } }
    if (method !== 'tools/call') return { error: { code: -32_601, message: 'Method not found' } }
    const run = tools[params?.name ?? '']
    if (run === undefined && !isOpen) return { error: { code: -32_602, message: `Unknown tool: ${params?.name}` } }
    try {
      const result = (await run?.(params?.arguments ?? {})) ?? { success: true }
      return {
        result: { content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result) }] },
      }
    } catch (thrown) {
      return { result: { isError: true, content: [{ type: 'text', text: String(thrown) }] } }
    }
  }
  const agent = await startAgent(async ({ body }, response) => {
    const rpc = JSON.parse(body) as Rpc
    json(response, { jsonrpc: '2.0', id: rpc.id ?? null, ...(await answer(rpc)) })
  })
  return agent.url
}

/** Returns the categories with a success in a default run that knows only the URL. */
async function found(baseUrl: string): Promise<readonly string[]> {
  const egress = createEgress({ localMode: true })
  onTestFinished(() => egress.close())
  const request = RunRequest.parse({
    target: { type: 'mcp', baseUrl },
    attackConfig: { adaptiveRounds: 0, maxAttacksPerCategory: 30, seed: 'tools', concurrency: 8 },
  })
  const { report } = await conductRun(prepareRun(request, { hasContentHost: true }), {
    http: egressPort(egress),
    clock: systemClock,
    signal: new AbortController().signal,
    contentHost: listeningHost(),
    proofRequests: 0,
  })
  const results = report.rounds.flatMap((round) => round.results)
  const successes = results.filter(({ verdict }) => verdict === 'vulnerable' || verdict === 'partial')
  return [...new Set(successes.map(({ attack }) => attack.category))].toSorted()
}

test('the weaknesses of a tool server without sessions are found with nothing declared', async () => {
  const categories = await found(await startTools(WEAK, true))
  expect(categories).toEqual(
    expect.arrayContaining(['mcp_tool_shadowing', 'path_traversal', 'shell_injection', 'sql_injection', 'ssrf']),
  )
}, 60_000)

test('a hardened tool server has no finding, even if it repeats what it gets', async () => {
  expect(await found(await startTools(HARDENED, false))).toEqual([])
}, 60_000)
