import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/testkit'
import { afterAll, expect, test } from 'vitest'
import { openDocs } from '../../src/console/docs.ts'
import { serveConsole } from './served.ts'

const folder = temporaryFolder()
const docs = join(folder.path, 'docs')
afterAll(() => folder.remove())

const manifest = (text: string) => writeFileSync(join(docs, 'gatehouse-docs.json'), text)

test('the documentation is served from the moment on in which it is whole, under a policy that allows no inline script', async () => {
  const { ask } = await serveConsole((_, response) => response.end(), openDocs(docs))
  const before = await ask('/docs/guide/scans.html')
  expect([before.status, before.text]).toEqual([503, expect.stringContaining('is not built yet')])

  mkdirSync(join(docs, 'guide'), { recursive: true })
  writeFileSync(join(docs, 'guide/scans.html'), '<!doctype html><title>Scans</title>')
  writeFileSync(join(folder.path, 'beside.html'), 'not to be served')
  // An incomplete build does not count, nor does an unreadable one.
  expect((await ask('/docs/guide/scans')).status).toBe(503)
  manifest('{"scriptHashes": 7}')
  expect((await ask('/docs/guide/scans')).status).toBe(503)

  manifest('{"scriptHashes": ["\'unsafe-inline\'", "; script-src *"]}')
  const { status, headers, text } = await ask('/docs/guide/scans')
  expect([status, text]).toEqual([200, expect.stringContaining('Scans')])
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*script-src 'self';.*style-src 'self';/)
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
  expect((await ask('/docs/../beside.html')).text).not.toContain('not to be served')
  expect((await ask('/docs/nothing')).status).toBe(404)
})

test('a failed build shows its reason as escaped text, and a later successful build is served', async () => {
  const broken = join(folder.path, 'broken')
  const { ask } = await serveConsole((_, response) => response.end('served'), openDocs(broken))
  writeFileSync(`${broken}.failed`, '<script>alert(1)</script> leads nowhere in guide/scans.md')
  const { status, text } = await ask('/docs/')
  expect(status).toBe(503)
  expect(text).toContain('Documentation build failed')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; leads nowhere in guide/scans.md')
  expect(text).not.toContain('<script')
  expect((await ask('/guard/tenants')).status).toBe(200)
  expect((await ask('/health')).status).toBe(200)

  mkdirSync(broken)
  writeFileSync(join(broken, 'index.html'), '<!doctype html><title>Docs</title>')
  writeFileSync(join(broken, 'gatehouse-docs.json'), '{"scriptHashes": []}')
  expect((await ask('/docs/')).text).toContain('<title>Docs')
})
