import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { BROWSER_PATH } from '@gatehouse/testkit'
import { type Browser, chromium } from 'playwright-core'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export function hasBrowser(): boolean {
  return BROWSER_PATH !== undefined
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER_PATH!, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

export interface ServedSite {
  readonly url: string
  /** Requests for missing resources. */
  readonly missing: readonly string[]
  close(): Promise<void>
}

/** Serves a folder under /docs/ as the console does, with a policy. */
export async function serveSite(folder: string, policy: string): Promise<ServedSite> {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://local').pathname))
    const name = path.replace(/^\/docs\//, '')
    const file = [name, `${name}.html`, join(name, 'index.html')]
      .map((item) => join(folder, item))
      .find((item) => extname(item) in TYPES && existsSync(item))
    response.setHeader('content-security-policy', policy)
    if (path === '/favicon.ico') {
      // A question of the browser's own, now and then.
      response.writeHead(204).end()
      return
    }
    if (file === undefined || !path.startsWith('/docs/')) {
      missing.push(path)
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? '')
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/docs/`,
    missing,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
