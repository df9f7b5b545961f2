import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { advisory, gatehouse, jsonLines, type Outcome, serveFiles, temporaryFolder } from './support.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../../../docs/guide/advisories.md'), 'utf8')
/** Each starts several imports, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = 60_000

const KEV = JSON.stringify({ dateReleased: '2026-02-03T04:05:06Z', vulnerabilities: [{ cveID: 'CVE-2026-0001' }] })
const EPSS = gzipSync('#score_date:2026-02-04T00:00:00Z\ncve,epss,percentile\nCVE-2026-0001,0.9,0.99\n')
const NPM = jsonLines(advisory('A-1', 'one'), advisory('A-2', 'two'))

/** Content of the URLs in the guide, for any host. File types are detected from the bytes. */
const FILES: Readonly<Record<string, string | Buffer>> = {
  '/ecosystems.txt': 'npm\nPyPI\n',
  '/npm/all.zip': NPM,
  '/PyPI/all.zip': gzipSync(jsonLines(advisory('P-1', 'three'))),
  '/osv/npm.zip': NPM,
  '/sites/default/files/feeds/known_exploited_vulnerabilities.json': KEV,
  '/epss_scores-current.csv.gz': EPSS,
}

/** The lines of shell below a heading, in the order in which a reader types them. */
function commandsBelow(heading: string): readonly string[] {
  const section = GUIDE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trimEnd().split('\n'))
}

/** Executes the commands of a section on a machine that resolves every host to one loopback server. */
async function follow(heading: string): Promise<readonly Outcome[]> {
  const cwd = temporaryFolder()
  const mirror = await serveFiles()
  for (const [path, body] of Object.entries(FILES)) mirror.files.set(path, body)
  const env: Record<string, string> = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
  const outcomes: Outcome[] = []
  for (const command of commandsBelow(heading)) {
    const words = command.replaceAll(/https?:\/\/[^/\s]+/g, mirror.url).split(' ')
    const [program, ...args] = words
    // OSV's own export is on another machine.
    if (args.includes('--ecosystem')) args.push('--mirror', mirror.url)
    if (program === 'gatehouse') outcomes.push(await gatehouse(cwd, args, { env }))
    else if (program === 'curl') {
      const [option, name = '', url = ''] = args
      const response = await fetch(url)
      if (option !== '-fsSLo' || !response.ok) throw new Error(`curl would not do this: ${command}`)
      writeFileSync(join(cwd, name), Buffer.from(await response.arrayBuffer()))
    } else if (command !== 'export GATEHOUSE_EGRESS_ALLOW=mirror.example.org') throw new Error(`unknown: ${command}`)
  }
  return outcomes
}

describe('the guide', () => {
  test.each([
    ['Import from OSV', 4, 'total:     3 records (0 withdrawn) for 3 packages, KEV 1, EPSS 1'],
    ['Import from a mirror', 2, 'total:     2 records (0 withdrawn) for 2 packages, KEV 0, EPSS 0'],
    ['Import offline', 3, 'total:     2 records (0 withdrawn) for 2 packages, KEV 1, EPSS 1'],
  ])(
    'runs as documented: %s',
    async (heading, count, holds) => {
      const outcomes = await follow(heading)
      expect(outcomes.filter(({ code, err }) => code !== 0 || err !== '')).toEqual([])
      expect(outcomes).toHaveLength(count)
      expect(outcomes.some(({ out }) => out.includes(holds))).toBe(true)
      expect(outcomes.some(({ out }) => out.includes('No changes.'))).toBe(true)
    },
    STORY_MS_MAX,
  )
})
