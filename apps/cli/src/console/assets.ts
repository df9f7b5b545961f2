import { createReadStream, type Stats, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { guardAnswer } from './answer.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.yaml': 'text/plain; charset=utf-8',
}
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** A folder of built files, and its cache policy. */
export interface Folder {
  readonly path: string
  readonly policy: string
  /** Files below this path have a content hash in their names. */
  readonly hashed: string
}

/**
 * Serves one file of a folder, precompressed if the browser supports it.
 * @param name relative, decoded, without ".." (see `checkedTarget`)
 * @returns whether the file exists
 */
export function serveFile(folder: Folder, name: string, incoming: IncomingMessage, response: ServerResponse): boolean {
  const path = join(folder.path, name)
  if (!path.startsWith(folder.path + sep)) return false
  const type = TYPES[extname(path)]
  const file = type === undefined ? undefined : statOf(path)
  if (type === undefined || file === undefined) return false
  const packed = packedFor(path, incoming)
  const size = packed?.size ?? file.size
  const etag = `"${file.mtimeMs.toString(36)}-${size.toString(36)}"`
  guardAnswer(response, folder.policy)
  response.setHeader('vary', 'accept-encoding')
  response.setHeader('etag', etag)
  response.setHeader(
    'cache-control',
    name.startsWith(folder.hashed) ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
  if (incoming.headers['if-none-match'] === etag) {
    response.writeHead(304).end()
    return true
  }
  if (packed !== undefined) response.setHeader('content-encoding', packed.encoding)
  response.writeHead(200, { 'content-type': type, 'content-length': size })
  if (incoming.method === 'HEAD') response.end()
  else pipeline(createReadStream(packed?.path ?? path), response, () => undefined)
  return true
}

interface Packed {
  readonly encoding: string
  readonly path: string
  readonly size: number
}

function packedFor(path: string, { headers }: IncomingMessage): Packed | undefined {
  const accepted = headers['accept-encoding'] ?? ''
  for (const [encoding, ending] of ENCODINGS) {
    if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\b)`).test(accepted)) continue
    const file = statOf(path + ending)
    if (file !== undefined) return { encoding, path: path + ending, size: file.size }
  }
  return undefined
}

function statOf(path: string): Stats | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() ? stats : undefined
  } catch {
    return undefined
  }
}
