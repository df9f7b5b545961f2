import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@gatehouse/kernel/egress'
import { ociLayout } from '@gatehouse/testkit/images'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dockerCredentials, openImage, parseReference, pullImage, type RegistryCredentials } from '../src/index.ts'

const LAYOUT = ociLayout({
  layers: [{ content: { a: '1' } }, { content: { b: 'x'.repeat(200_000) }, compression: 'none' }],
})
const blobOf = (digest: string) => LAYOUT[`blobs/${digest.replace(':', '/')}`]
const ROOT = JSON.parse(String(LAYOUT['index.json'])).manifests[0].digest as string
const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean | undefined

let folder: string
let server: Server
let host: string
let requests: string[]
/** Handles a request before the registry does. */
let before: Handler
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'container-pull-'))
  requests = []
  before = () => false
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${host}`)
    requests.push(`${url.pathname} ${request.headers.authorization ?? '-'} ${request.headers.range ?? '-'}`)
    if (before(request, response, url) !== true) serve(request, response, url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** A registry as in the distribution specification. */
function serve(request: IncomingMessage, response: ServerResponse, { pathname }: URL): void {
  const [, kind = '', version = ''] = /^\/v2\/team\/shop\/(manifests|blobs)\/(.+)$/.exec(pathname) ?? []
  const bytes = blobOf(version === '1.4' ? ROOT : version)
  if (bytes === undefined) {
    response.writeHead(404).end('{}')
    return
  }
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (kind === 'manifests') response.setHeader('docker-content-digest', digestOf(bytes))
  response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from))
}

async function pull(
  more: { readonly credentials?: RegistryCredentials; readonly name?: string; readonly platform?: string } = {},
) {
  const egress = createEgress({ localMode: true })
  const { signal } = new AbortController()
  const waits: number[] = []
  const reference = parseReference(more.name ?? `${host}/team/shop:1.4`)!
  const into = join(folder, String(requests.length))
  mkdirSync(into)
  try {
    await pullImage({ reference, egress, folder: into, signal, sleep: async (ms) => void waits.push(ms), ...more })
    const image = await openImage(into, 'shop', { signal })
    image.close()
    return { files: image.files.map(({ path }) => path), waits }
  } finally {
    await egress.close()
  }
}

const FILES = ['a', 'b']

describe('an image of a registry', () => {
  test('is downloaded by tag and by digest', async () => {
    expect((await pull()).files).toEqual(FILES)
    expect((await pull({ name: `${host}/team/shop@${ROOT}` })).files).toEqual(FILES)
  })

  test('with Bearer authentication is downloaded with a token for the repository', async () => {
    before = (request, response, url) => {
      if (url.pathname === '/token') {
        const isValid = request.headers.authorization === `Basic ${Buffer.from('user:pass').toString('base64')}`
        response.writeHead(isValid ? 200 : 401).end(JSON.stringify({ token: url.searchParams.get('scope') }))
        return true
      }
      if (request.headers.authorization === 'Bearer repository:team/shop:pull') return false
      const realm = `Bearer realm="http://${host}/token",service="registry",scope="repository:team/shop:pull"`
      response.writeHead(401, { 'www-authenticate': realm }).end()
      return true
    }
    expect((await pull({ credentials: { username: 'user', password: 'pass' } })).files).toEqual(FILES)
    expect(requests.filter((line) => line.startsWith('/token'))).toHaveLength(1)
    await expect(pull()).rejects.toThrow(/denies access to team\/shop \(HTTP 401\). Sign in/)
  })

  test('with an identity token', async () => {
    before = (request, response, url) => {
      if (url.pathname === '/token') {
        const isRefresh = request.method === 'POST'
        let body = ''
        request
          .on('data', (chunk) => (body += String(chunk)))
          .on('end', () => {
            response
              .writeHead(isRefresh && body.includes('refresh_token=secret') ? 200 : 401)
              .end('{"access_token":"short"}')
          })
        return true
      }
      if (request.headers.authorization === 'Bearer short') return false
      response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${host}/token"` }).end()
      return true
    }
    expect((await pull({ credentials: { identityToken: 'secret' } })).files).toEqual(FILES)
  })

  test('with Basic authentication sends the password only to the registry, and not to the target of a redirect', async () => {
    before = (request, response, url) => {
      if (url.pathname.startsWith('/cdn/')) {
        response.end(blobOf(url.pathname.slice(5)))
        return true
      }
      if (request.headers.authorization === undefined) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="registry"' }).end()
        return true
      }
      if (!url.pathname.includes('/blobs/')) return false
      const { port } = new URL(`http://${host}`)
      response
        .writeHead(307, { location: `http://localhost:${port}/cdn/${url.pathname.split('/').at(-1) ?? ''}` })
        .end()
      return true
    }
    expect((await pull({ credentials: { username: 'user', password: 'pass' } })).files).toEqual(FILES)
    const cdn = requests.filter((line) => line.startsWith('/cdn/'))
    expect(cdn).toHaveLength(3)
    expect(cdn.filter((line) => !line.includes(' - '))).toEqual([])
  })

  test('waits as long as a busy registry requests', async () => {
    let left = 2
    before = (_request, response) => {
      left -= 1
      if (left < 0) return false
      response.writeHead(429, { 'retry-after': '7' }).end()
      return true
    }
    expect((await pull()).waits).toEqual([7_000, 7_000])
  })

  test.each([
    ['continues', true],
    ['begins again without ranges', false],
  ])('whose transfer breaks off %s', async (_name, hasRanges) => {
    let breaks = 2
    before = (request, response, url) => {
      const bytes = blobOf(url.pathname.split('/').at(-1) ?? '')
      if (bytes === undefined || bytes.length < 200_000) return false
      if (!hasRanges) delete request.headers.range
      breaks -= 1
      if (breaks < 0) return false
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from })
      response.write(bytes.subarray(from, from + 60_000), () => setTimeout(() => response.destroy(), 50))
      return true
    }
    const { files, waits } = await pull()
    expect([files, waits]).toEqual([FILES, [1_000, 2_000]])
    expect(requests.some((line) => line.includes(' bytes='))).toBe(true)
  })

  test.each([
    ['a changed layer', (bytes: Buffer) => Buffer.from(bytes).fill(1, bytes.length - 9), /does not match its digest/],
    [
      'a larger layer',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(9)]),
      /exceeds \d+ bytes|larger than its manifest/,
    ],
    ['a shorter layer', (bytes: Buffer) => bytes.subarray(0, 10), /does not match its digest|attempts/],
  ])('with %s is rejected', async (_name, change, message) => {
    before = (_request, response, url) => {
      const bytes = blobOf(url.pathname.split('/').at(-1) ?? '')
      if (!url.pathname.includes('/blobs/') || bytes === undefined) return false
      response.end(change(bytes))
      return true
    }
    await expect(pull()).rejects.toThrow(message)
  })

  test('with a changed manifest is rejected', async () => {
    before = (_request, response, url) => {
      if (!url.pathname.includes('/manifests/')) return false
      response.writeHead(200, { 'docker-content-digest': ROOT }).end('{}')
      return true
    }
    await expect(pull()).rejects.toThrow(/manifest does not match its digest/)
  })

  test('that is missing, or at a private address, is an error that names the registry', async () => {
    await expect(pull({ name: `${host}/team/shop:2` })).rejects.toThrow(`The registry ${host} has no team/shop 2.`)
    await expect(pull({ name: '10.0.0.1:5000/team/shop:2' })).rejects.toMatchObject({ code: 'egress_refused' })
  })
})

test.each([
  ['alpine', 'docker.io', 'library/alpine', 'latest'],
  ['team/shop:1.4', 'docker.io', 'team/shop', '1.4'],
  ['registry.example:5000/shop', 'registry.example:5000', 'shop', 'latest'],
  ['localhost/a/b_c:1', 'localhost', 'a/b_c', '1'],
  [`docker.io/alpine:3@sha256:${'a'.repeat(64)}`, 'docker.io', 'library/alpine', `sha256:${'a'.repeat(64)}`],
])('the reference %s is parsed', (text, named, repository, version) => {
  expect(parseReference(text)).toMatchObject({ host: named, repository, version })
})

test.each([
  '',
  'UPPER',
  'a b',
  'a:b:c',
  'a@sha256:1',
  'registry.example/',
  'a/../b',
  'https://x.example/a',
  'a'.repeat(600),
])('the reference %j is invalid', (text) => {
  expect(parseReference(text)).toBeUndefined()
})

test('credentials are read from the configuration of Docker', () => {
  const auth = Buffer.from('user:pa:ss').toString('base64')
  const config = {
    auths: { 'https://index.docker.io/v1/': { auth }, 'registry.example': { auth, identitytoken: 'id' } },
  }
  expect(dockerCredentials(config, 'docker.io')).toEqual({ username: 'user', password: 'pa:ss' })
  expect(dockerCredentials(config, 'registry.example')).toEqual({ identityToken: 'id' })
  expect([dockerCredentials(config, 'other.example'), dockerCredentials('x', 'a')]).toEqual([undefined, undefined])
})
