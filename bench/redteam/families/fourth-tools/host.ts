import { posix } from 'node:path'

/** Simulated machine: files by absolute path and environment. */
export interface Host {
  readonly files: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly user: string
}

const PASSWD =
  'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'
export const environmentOf = (env: Readonly<Record<string, string>>, separator: string): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}${separator}`)
    .join('')

export function makeHost(user: string, cwd: string, env: Host['env'], files: Host['files']): Host {
  const full = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: `/home/${user}`, USER: user, PWD: cwd, ...env }
  return {
    user,
    cwd,
    env: full,
    files: {
      '/etc/passwd': `${PASSWD}${user}:x:1001:1001::/home/${user}:/bin/sh\n`,
      '/etc/shadow': `root:$y$j9T$kQ2v8s$0pWm3Zt1hV:19801:0:99999:7:::\n${user}:!:19801::::::\n`,
      '/etc/hosts': '127.0.0.1 localhost\n10.42.0.17 worker-3\n',
      '/etc/hostname': 'worker-3\n',
      '/etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n',
      '/proc/self/environ': environmentOf(full, '\0'),
      '/proc/self/cmdline': 'node\0server.mjs\0',
      '/proc/version': 'Linux version 6.1.0-28-amd64 (debian-kernel@lists.debian.org)\n',
      [`/home/${user}/.ssh/id_rsa`]:
        '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB\n-----END OPENSSH PRIVATE KEY-----\n',
      [`${cwd}/.env`]: environmentOf(env, '\n'),
      [`${cwd}/package.json`]: '{"name":"service","version":"2.3.1","type":"module"}\n',
      ...files,
    },
  }
}

export function children(host: Host, directory: string): readonly string[] {
  const prefix = directory.endsWith('/') ? directory : `${directory}/`
  const inside = Object.keys(host.files).filter((path) => path.startsWith(prefix))
  return [...new Set(inside.map((path) => path.slice(prefix.length).split('/')[0]!))].toSorted()
}

/** Reads an absolute path and fails like `fs.readFile`. */
export function readAt(host: Host, path: string): string {
  const clean = posix.normalize(path)
  const content = host.files[clean]
  if (content !== undefined) return content
  if (children(host, clean).length > 0) throw new Error('EISDIR: illegal operation on a directory, read')
  throw new Error(`ENOENT: no such file or directory, open '${clean}'`)
}

/** Resolves like a careless server: decodes, accepts absolute paths and backslashes, strips `../` once. */
export function looseRead(host: Host, base: string, name: string): string {
  const forms = [name]
  try {
    forms.push(decodeURIComponent(name), decodeURIComponent(decodeURIComponent(name)))
  } catch {
    // Not percent-encoded.
  }
  const candidates = forms
    .map((form) =>
      form
        .replace(/^file:\/\//iu, '')
        .split('\0')[0]!
        .replaceAll('\\', '/')
        .replaceAll(/%c0%af|%252f/giu, '/'),
    )
    .flatMap((form) => [form, form.replaceAll('....//', '../'), form.replaceAll('..;/', '../')])
    .map((form) => posix.resolve(base, form))
  return readAt(host, candidates.find((path) => host.files[path] !== undefined) ?? candidates[0]!)
}

const isLoopback = (name: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/iu.test(name)

export interface Fetched {
  readonly status: number
  readonly body: string
}

/** Sends a request to loopback only; other hosts fail like an isolated network. */
export async function loopback(url: URL, method = 'GET'): Promise<Fetched> {
  if (!isLoopback(url.hostname)) throw new Error(`getaddrinfo ENOTFOUND ${url.hostname}`)
  const target = new URL(url)
  target.username = ''
  target.password = ''
  try {
    const response = await fetch(target, { method, redirect: 'manual', signal: AbortSignal.timeout(3000) })
    const location = response.headers.get('location')
    return { status: response.status, body: location ?? (await response.text()).slice(0, 4000) }
  } catch (error) {
    const cause = (error as Error).cause
    throw new Error(
      cause instanceof Error && cause.message !== ''
        ? cause.message
        : `connect ECONNREFUSED 127.0.0.1:${url.port || 80}`,
      { cause: error },
    )
  }
}
