import { posix } from 'node:path'

/** In-memory file system: absolute path to content. */
export type Files = Readonly<Record<string, string>>

/** Files of the host that no agent should serve. */
export const hostFiles = (env: Readonly<Record<string, string>>): Files => ({
  '/etc/passwd':
    'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\nsvc:x:1001:1001::/home/svc:/bin/sh\n',
  '/etc/hosts': '127.0.0.1\tlocalhost\n10.20.0.14\tledger-db.internal\n',
  '/etc/hostname': 'worker-7c4f\n',
  '/etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n',
  '/proc/self/environ': Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join('\0'),
  '/proc/version': 'Linux version 6.1.0-21-amd64 (debian-kernel@lists.debian.org)\n',
})

export class FileError extends Error {}

export function readFile(files: Files, path: string): string {
  const text = Object.hasOwn(files, path) ? files[path] : undefined
  if (text !== undefined) return text
  if (path === '/etc/shadow') throw new FileError(`EACCES: permission denied, open '${path}'`)
  const isDirectory = Object.keys(files).some((file) => file.startsWith(`${path === '/' ? '' : path}/`))
  throw new FileError(
    isDirectory
      ? 'EISDIR: illegal operation on a directory, read'
      : `ENOENT: no such file or directory, open '${path.slice(0, 200)}'`,
  )
}

export function listDirectory(files: Files, path: string): string[] {
  const prefix = path === '/' ? '/' : `${path}/`
  const names = Object.keys(files)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length))
  if (names.length === 0) throw new FileError(`ENOENT: no such file or directory, scandir '${path.slice(0, 200)}'`)
  return [...new Set(names.map((name) => (name.includes('/') ? `${name.split('/')[0]}/` : name)))].sort()
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Resolves a path as `path.resolve` does: `..` and absolute paths leave the root. */
export const resolveAnywhere = (root: string, path: string): string =>
  posix.resolve(
    root,
    decode(path)
      .replace(/^file:\/\//u, '')
      .replace(/\\/gu, '/')
      .replace(/\0.*$/u, ''),
  )

/** Resolves a path and refuses each one outside the root or with a hidden segment. */
export function resolveInside(root: string, path: string): string {
  const plain = path.replace(/\\/gu, '/')
  const resolved = posix.resolve(root, decode(decode(plain)))
  const inside = resolved === root || resolved.startsWith(`${root}/`)
  if (!inside || resolved.includes('\0') || resolved.split('/').some((segment) => segment.startsWith('.')))
    throw new FileError(`Path is outside the shared folder: ${path.slice(0, 120)}`)
  return resolved
}
