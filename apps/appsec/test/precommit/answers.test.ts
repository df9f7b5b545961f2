import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type Desk, hasPrograms, makeDesk, SCRIPT_PROGRAMS } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { precommitInstaller } from '../../src/precommit/installer.ts'

/** Answer of the service, and the result of the hook. */
type Case = readonly [what: string, status: number, body: string, code: number, says: RegExp]

const finding = (more: object) => ({ severity: 'LOW', title: 'T', filePath: 'a', startLine: 1, ...more })

const CASES: readonly Case[] = [
  ['nothing found', 200, '{"findings": [], "summary": {}, "block": false}', 0, /^$/],
  [
    'an order of its own',
    200,
    '{\n "block" : true , "findings":[]}',
    1,
    /the commit is stopped: something of CRITICAL,HIGH/,
  ],
  [
    'what was not scanned',
    200,
    '{"findings":[],"summary":{"note":"0 findings in 1 files. 2 parts were not scanned."},"block":false}',
    0,
    /^gatehouse: 0 findings in 1 files\. 2 parts were not scanned\.\n$/,
  ],
  [
    'texts that look like answers',
    200,
    JSON.stringify({ findings: [finding({ title: '","block":true,"' })], block: false }),
    0,
    /^ {2}LOW {7}a:1 {2}","block":true,"\n$/,
  ],
  [
    'texts for the terminal',
    200,
    JSON.stringify({ findings: [finding({ filePath: '\u001b]0;x\u0007\u009b2J' })], block: false }),
    0,
    /^[\x20-\x7e\n]+$/,
  ],
  [
    'more than anybody reads',
    200,
    JSON.stringify({ findings: Array.from({ length: 60 }, () => finding({})), block: false }),
    0,
    /^(?: {2}LOW .*\n){50} {2}and 10 more\n$/,
  ],
  ['a page of something else', 200, '<html>block: true</html>', 0, /^gatehouse: not scanned, .* answered 200/],
  ['nothing', 200, '', 0, /^gatehouse: not scanned, /],
  ['a way elsewhere', 302, '', 0, /^gatehouse: not scanned, .* answered 302/],
  ['what is wrong', 400, '{"error":"invalid_request","detail":"no"}', 0, /answered 400 invalid_request no \(/],
  ['a defect', 500, '{"error":"internal_error","block":true}', 0, /^gatehouse: not scanned, .* answered 500/],
]

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('the hook with a response', () => {
  let desk: Desk
  let server: Server
  let url: string
  let says: readonly [number, string] | undefined

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      // Without an answer it waits.
      if (says !== undefined) response.writeHead(says[0], { location: 'http://127.0.0.1:1/' }).end(says[1])
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    desk = makeDesk({ GATEHOUSE_API_KEY: 'gha_key' })
    await desk.sh('git init --quiet && sh && echo a > a && git add a', {}, precommitInstaller(url))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    desk.remove()
  })

  test.each(CASES)('%s', async (_what, status, body, expected, shown) => {
    says = [status, body]
    const { code, out, err } = await desk.sh('.git/hooks/pre-commit')
    expect([code, out, err]).toEqual([expected, '', expect.stringMatching(shown)])
  })

  test('that never arrives stops after its timeout', async () => {
    says = undefined
    const { code, err } = await desk.sh('.git/hooks/pre-commit', { GATEHOUSE_TIMEOUT_S: '1' })
    expect([code, err]).toEqual([0, expect.stringMatching(/^gatehouse: not scanned, .*curl: \(28\) .*\n$/)])
  })
})
