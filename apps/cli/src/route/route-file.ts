import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { McpRouteRequest, McpUpstream } from '@gatehouse/contracts/agents'
import { Failure, messageOf } from '@gatehouse/kernel'
import { parse } from 'yaml'
import type { Io } from '../command.ts'

/** Own limit: routes are much smaller. */
const FILE_CHARS_MAX = 1_048_576

/**
 * Reads a route from a file or standard input. Unlike the service, rejects unknown fields, which would have no effect.
 * @param name a path, or `-` for standard input
 * @throws {Failure} `invalid_request` if it is unreadable or contains an unknown field
 */
export async function routeFile(name: string, { cwd, stdin }: Pick<Io, 'cwd' | 'stdin'>): Promise<object> {
  let text = ''
  try {
    if (name === '-') for await (const chunk of stdin) text += chunk.toString()
    else text = readFileSync(resolve(cwd, name), 'utf8')
  } catch (error) {
    throw new Failure('invalid_request', `Cannot read ${name}: ${messageOf(error)}`)
  }
  if (text.length > FILE_CHARS_MAX) throw new Failure('body_too_large', `${name} is too large for a route file.`)
  let route: unknown
  try {
    route = parse(text)
  } catch (error) {
    throw new Failure('invalid_request', `Invalid YAML in ${name}: ${messageOf(error).split('\n')[0]!}`)
  }
  if (!isObject(route)) throw new Failure('invalid_request', `Invalid route ${name}: expected a mapping of fields.`)
  checkFields(name, route)
  return route
}

/** Writable fields, and the fields that `route list --json` adds. */
const FIELDS: ReadonlySet<string> = new Set([
  'tenant_id',
  'route',
  'name',
  ...Object.keys(McpRouteRequest.shape),
  ...Object.keys(McpUpstream.shape),
])

function checkFields(name: string, route: Readonly<Record<string, unknown>>): void {
  const servers = Array.isArray(route['upstreams']) ? route['upstreams'].filter(isObject) : []
  const unknown = [route, ...servers].flatMap((fields) => Object.keys(fields)).find((field) => !FIELDS.has(field))
  if (unknown === undefined) return
  const known = Object.keys(McpRouteRequest.shape).join(', ')
  throw new Failure('invalid_request', `Unknown route field ${JSON.stringify(unknown)} in ${name}. Allowed: ${known}.`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
