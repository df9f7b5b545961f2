import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SEARCH_PATH } from './programs.ts'

export interface GitServer {
  readonly port: number
  /** Received requests with their credentials. */
  readonly requests: readonly { readonly url: string; readonly authorization: string | undefined }[]
  close(): Promise<void>
}

/** The real git over HTTP on loopback. With a token, nothing is answered without it. */
export async function serveGit(root: string, token?: string): Promise<GitServer> {
  const requests: { url: string; authorization: string | undefined }[] = []
  const expected =
    token === undefined ? undefined : `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const { authorization } = request.headers
    requests.push({ url: url.pathname, authorization })
    if (url.pathname.startsWith('/elsewhere')) {
      response.writeHead(302, { location: `/repo.git${url.pathname.slice('/elsewhere'.length)}${url.search}` }).end()
      return
    }
    if (expected !== undefined && authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    const backend = spawn('git', ['http-backend'], {
      env: environmentOf(root, url, request),
    })
    request.pipe(backend.stdin)
    backend.stdin.on('error', () => undefined)
    const chunks: Buffer[] = []
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    backend.on('close', () => answer(Buffer.concat(chunks)))
    const answer = (bytes: Buffer): void => {
      const end = bytes.indexOf('\r\n\r\n')
      for (const line of bytes.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(': ')
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.end(bytes.subarray(end + 4))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns the CGI environment of `git http-backend` for a request. */
function environmentOf(root: string, { pathname, search }: URL, { method, headers }: IncomingMessage) {
  const encoding = headers['content-encoding']
  const protocol = headers['git-protocol']
  return {
    PATH: SEARCH_PATH,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    PATH_INFO: pathname,
    QUERY_STRING: search.slice(1),
    REQUEST_METHOD: method ?? 'GET',
    CONTENT_TYPE: headers['content-type'] ?? '',
    ...(encoding === undefined ? {} : { HTTP_CONTENT_ENCODING: encoding }),
    ...(protocol === undefined ? {} : { GIT_PROTOCOL: String(protocol) }),
  }
}

/** Creates a repository, with one commit for each of `versions`. @returns the ids of the commits */
export function makeRepository(
  root: string,
  name: string,
  versions: readonly Readonly<Record<string, string | { readonly link: string }>>[],
): string[] {
  const work = join(root, `${name}.work`)
  mkdirSync(work, { recursive: true })
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main', ...args],
      {
        cwd: work,
        encoding: 'utf8',
        env: { PATH: SEARCH_PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
      },
    ).trim()
  git('init', '--quiet')
  const commits = versions.map((files, at) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, path)), { recursive: true })
      if (typeof text === 'string') writeFileSync(join(work, path), text)
      else symlinkSync(text.link, join(work, path))
    }
    git('add', '-A')
    git('commit', '--quiet', '--allow-empty', '-m', `version ${at}`)
    return git('rev-parse', 'HEAD')
  })
  git('branch', 'feature/one', commits[0]!)
  git('clone', '--quiet', '--bare', '.', join(root, `${name}.git`))
  return commits
}
