import { expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { decline, startAgent } from '../agent.ts'
import { makeKey, send, serve } from '../serve.ts'
import { BODIES, MAKERS, readAll } from './makers.ts'
import { TESTER_ROWS, type TesterRow } from './rows.ts'

/** Part of one tenant's target, so that leaks are detectable. */
const MARKER = 'zebrafish7'
const NOWHERE: Readonly<Record<string, string>> = {
  id: '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
  filename: 'redteam-0199f0c1.json',
}

const placeOf = ({ path }: TesterRow): string | undefined => /\{(\w+)\}/.exec(path)?.[1]
const filled = ({ path }: TesterRow, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/, (_whole, place: string) => ids[place] ?? '')
/** Returns an answer without the request id and the requested id. */
const said = (text: string, ids: Readonly<Record<string, string>>): string =>
  Object.values(ids).reduce((all, id) => all.replaceAll(id, '…'), text.replaceAll(/"request_id":"[^"]*"/g, ''))

proves(
  ['redteam:status.runs-array', 'redteam:reports.names-array'],
  'somebody of another tenant who knows every id learns and changes nothing',
  async () => {
    const { url: agentUrl } = await startAgent(decline)
    const served = await serve({ env: { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
    try {
      const { url, store } = served
      const { headers: owner } = await makeKey(store, 'admin', { tenantId: 'acme' })
      const { headers: stranger } = await makeKey(store, 'admin', { tenantId: 'other' })
      const ids: Record<string, string> = {}
      for (const place of new Set(TESTER_ROWS.flatMap((row) => placeOf(row) ?? []))) {
        const maker = MAKERS[place]
        if (maker === undefined) throw new Error(`{${place}} stands in a path: say in makers.ts how one is made`)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        ids[place] = await maker({ url, agentUrl, headers: owner, marker: MARKER })
      }
      const readable = TESTER_ROWS.filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'))
      const paths = readable.map((row) => filled(row, ids))
      const before = await readAll(url, paths, owner)
      expect(before['/api/runs']).toContain(MARKER)
      expect(before['/api/reports']).toContain(ids['filename'])
      expect(before['/api/reports-meta']).toContain(MARKER)

      for (const row of TESTER_ROWS.filter((item) => placeOf(item) !== undefined || BODIES[item.name] !== undefined)) {
        for (const query of row.method === 'DELETE' ? ['', '?purge=1'] : ['']) {
          const ask = async (of: Readonly<Record<string, string>>) => {
            const body = BODIES[row.name]?.(of['filename'] ?? '')
            const { status, text } = await send(`${url}${filled(row, of)}${query}`, row.method, body, stranger)
            return [status, said(text, of)]
          }
          // Exactly the same answer as for an unknown resource.
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const [found, nowhere] = [await ask(ids), await ask(NOWHERE)]
          expect([row.name, ...found]).toEqual([row.name, 404, nowhere[1]])
        }
      }
      const lists = readable.filter((row) => placeOf(row) === undefined).map(({ path }) => path)
      const theirs = Object.values(await readAll(url, lists, stranger)).join('\n')
      for (const secret of [MARKER, ...Object.values(ids)]) expect(theirs).not.toContain(secret)
      const found = await readAll(url, [`/api/reports-meta?search=${MARKER}`], stranger)
      expect(Object.values(found).join()).toContain('"total":0')

      // The log has grown by the owner's reads.
      const lasting = paths.filter((path) => !path.startsWith('/api/audit-log'))
      for (const path of lasting) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect((await readAll(url, [path], owner))[path] === before[path], `${path} has changed`).toBe(true)
      }
    } finally {
      await served.close()
    }
  },
)
