import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { resolve } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { commandAllowlist } from '@gatehouse/mcp'
import type { Io } from '../command.ts'
import { pairOf, secretAt } from './secrets.ts'

export const TOKEN_BYTES = 24
/** Own limit: a multiple of the largest attack. */
const BODY_BYTES_MAX = 8 * 1024 * 1024

/** Program of this machine that is served on loopback for one run. */
export interface LocalTarget {
  /** Fields of the target, with an access token that other users of this machine do not know. */
  readonly target: Readonly<Record<string, unknown>>
  /** Values passed to the program: reports mask them. */
  readonly secrets: readonly string[]
  readonly close: () => Promise<void>
}

/** Reads `name=VARIABLE` options. @throws {Failure} `invalid_request` for a missing variable */
export function environmentOf(setEnv: readonly string[], io: Io): Readonly<Record<string, string>> {
  return Object.fromEntries(
    setEnv.map((item) => {
      const [name, place] = pairOf(item, '--set-env')
      return [name, secretAt(place, `Variable ${name}`, io)] as const
    }),
  )
}

/**
 * Returns the file of a program. A path is relative to the caller's folder; a bare name is searched like in a shell.
 * @throws {Failure} `invalid_request` if it does not exist
 */
export function programOf(command: string, option: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const path = command.includes('/') ? resolve(cwd, command) : command
  const file = /\s/.test(path) && path.includes('/') ? path : commandAllowlist([path], env['PATH'] ?? '').fileOf(path)
  if (file !== undefined) return file
  throw new Failure('invalid_request', `${option}: program ${command} not found.`)
}

/** Compares the bearer token in constant time. */
export function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const [received, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** Reads a JSON body; undefined for other formats and for bodies above the limit. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

export async function closeServer(server: Server): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>()
  server.close(() => done())
  server.closeAllConnections()
  await promise
}
