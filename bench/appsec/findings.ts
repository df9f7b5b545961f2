import { parseArgs } from 'node:util'
import { uuidv7 } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { type FindingQuery, listFindings } from '@gatehouse/store/findings'
import { stopTestServer, temporaryDatabase } from '@gatehouse/testkit'
import { median, quantile } from '../lib/statistics.ts'
import { fillFindings } from './fill-findings.ts'

/**
 * Benchmarks finding lists of a very large scan: pages, filters, orders and searches, on the embedded database. Baseline in the same run:
 * a plain count and a plain offset.
 *   node --conditions=gatehouse bench/appsec/findings.ts [--findings 1000000] [--rounds 15]
 */
const { values } = parseArgs({
  options: { findings: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '15' } },
})
const FINDINGS = Number(values.findings)
const ROUNDS = Number(values.rounds)
/** Issue 6: paging, sorting and search within 100 ms. */
const LIST_MS_MAX = 100

const last = (limit: number): number => Math.ceil(FINDINGS / limit)

const QUERIES: Readonly<Record<string, FindingQuery>> = {
  'first page': { page: 1, limit: 50 },
  'first page of 500': { page: 1, limit: 500 },
  'page in the middle': { page: Math.ceil(last(50) / 2), limit: 50 },
  'last page': { page: last(50), limit: 50 },
  'by path': { page: 1, limit: 50, sort: 'filePath' },
  'by path, middle': { page: Math.ceil(last(50) / 2), limit: 50, sort: 'filePath' },
  'by title, from the end': { page: 1, limit: 50, sort: 'title', descending: true },
  'by status': { page: 1, limit: 50, sort: 'status' },
  'HIGH alone': { page: 1, limit: 50, severity: ['HIGH'] },
  'HIGH and LOW by path': { page: 1, limit: 50, severity: ['HIGH', 'LOW'], sort: 'filePath' },
  'a status that is rare': { page: 1, limit: 50, status: ['ACCEPTED_RISK'] },
  'rare status, by title': { page: 1, limit: 50, status: ['ACCEPTED_RISK'], sort: 'title' },
  'HIGH and OPEN of a scanner': { page: 1, limit: 50, severity: ['HIGH'], status: ['OPEN'], scanner: ['SCA'] },
  'one file': { page: 1, limit: 50, filePath: 'src/module-77/file-4077.ts' },
  'one folder': { page: 1, limit: 50, filePath: 'src/module-77/' },
  'a word that is rare': { page: 1, limit: 50, search: 'rule-1234-' },
  'a word of one in a hundred': { page: 1, limit: 50, search: 'module-77/' },
  'a word that all have': { page: 1, limit: 50, search: 'file' },
  'a word that all have, by path': { page: 1, limit: 50, search: 'finding', sort: 'filePath' },
  'a word that none has': { page: 1, limit: 50, search: 'xylophone' },
}

const database = await temporaryDatabase()
try {
  const { store } = database
  const organizationId = uuidv7()
  const scanId = await fillFindings(store, organizationId, FINDINGS)
  say(`${FINDINGS} findings; milliseconds, median and 95 % of ${ROUNDS} rounds`)
  let worst = 0
  for (const [name, query] of Object.entries(QUERIES)) {
    const times: number[] = []
    let total = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = performance.now()
      total = (await listFindings(store, organizationId, scanId, query)).total
      times.push(performance.now() - from)
    }
    worst = Math.max(worst, median(times))
    say(`${name.padEnd(32)} ${shown(median(times))} ${shown(quantile(times, 0.95))}   ${total} in all`)
  }
  await comparePlain(store, scanId)
  say(`slowest ${worst.toFixed(1)} ms; at most ${LIST_MS_MAX}: ${worst <= LIST_MS_MAX ? 'met' : 'MISSED'}`)
} finally {
  await database.drop()
  stopTestServer()
}

async function comparePlain(store: Store, scanId: string): Promise<void> {
  await store.withConnection(async (client) => {
    for (const [name, text] of [
      ['plain count', 'SELECT count(*) FROM findings WHERE scan_id = $1'],
      [
        'plain offset to the middle',
        `SELECT * FROM findings WHERE scan_id = $1 ORDER BY file_path OFFSET ${FINDINGS / 2} LIMIT 50`,
      ],
    ] as const) {
      const from = performance.now()
      await client.query(text, [scanId])
      say(`${name.padEnd(32)} ${shown(performance.now() - from)}`)
    }
  })
}

function shown(ms: number): string {
  return ms.toFixed(1).padStart(8)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
