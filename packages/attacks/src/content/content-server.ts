import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServedPlant } from '../engine/attack.ts'
import type { ContentPort } from '../run/conduct.ts'
import { type Watch, Watches } from './watches.ts'

/** Own limit: a looping agent or a third party must not exhaust the memory. */
const WHAT_UNITS_MAX = 4_096
const BODY_BYTES_MAX = 16_384
/** Number of bytes of an oversized body that are discarded before the connection is closed. */
const DRAIN_BYTES_MAX = 1024 * 1024
const DRAIN_MS = 5_000
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const
/** Invisible picture of one pixel: agents that render a page load pictures, and some report broken ones. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Request handler of the run's content server; the caller opens the listener. */
export interface ContentServer extends ContentPort {
  /**
   * Answers a request to the content server or the sink. It never fails.
   * @example createServer((request, response) => void server.handle(request, response))
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export interface ContentServerOptions {
  /** Path prefix of plants on the server, without a trailing slash. */
  readonly contentPath?: string
  /** Path prefix of the sink. It may equal `contentPath`: plants and sink of an attack differ in the path after the word. */
  readonly sinkPath?: string
  readonly now?: () => Date
}

/**
 * Serves the plants of attacks and records requests for plants and sinks. An attack is identified by the word in its addresses, which
 * derives from the run's key and cannot be guessed. Concurrent attempts with the same addresses each see the requests of their own
 * duration. Plants of attacks with a sink stay available after the attempt: an agent may read a plant, and call the sink, after its
 * answer.
 */
export function createContentServer(options: ContentServerOptions = {}): ContentServer {
  const { contentPath = '', sinkPath = '', now = () => new Date() } = options
  const watches = new Watches()
  return {
    serve: (attempt) => watches.begin(attempt),
    withdraw: (attempt) => watches.end(attempt),
    late: (attempt) => watches.late(attempt),
    async handle(request, response) {
      // A request of a client that disconnects early still counts.
      response.on('error', () => {})
      request.on('error', () => {})
      const path = pathOf(request)
      const planted = below(path, contentPath)
      const plant = planted === undefined ? undefined : findPlant(planted, watches.of(planted))
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      if (plant !== undefined && isReading) {
        watches.read(plant)
        answerPlant(plant, request, response)
        return
      }
      const hit = below(path, sinkPath)
      if (hit === undefined || watches.of(hit).length === 0) {
        answer(response, request, 404)
        return
      }
      const what = `${request.method ?? ''} ${request.url ?? ''}`.slice(0, WHAT_UNITS_MAX).toWellFormed()
      // Recorded before the body arrives: the request itself is the proof, and the attempt may end earlier.
      const fill = watches.note(hit, { at: now(), what, body: '' })
      fill(await readBody(request))
      if (/\.(?:png|gif|jpe?g|webp|svg|ico)$/i.test(path.split('?', 1)[0]!))
        answer(response, request, 200, 'image/gif', PIXEL)
      else answer(response, request, 204)
    },
  }
}

/** Returns the plant at a path. Some agents append a slash or the dot of a sentence to an address. */
function findPlant(path: string, watchers: readonly Watch[]): ServedPlant | undefined {
  const exact = path.split('?', 1)[0]!.replace(/[/.,;)]{0,3}$/, '')
  for (const { plants } of watchers) {
    const plant = plants.get(exact)
    if (plant !== undefined) return plant
  }
  return undefined
}

/** Returns path and query of a request; some clients send the absolute URL. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const path = /^[a-z]+:\/\/[^/]*(\/.*)?$/i.exec(url)
  return path === null ? url : (path[1] ?? '/')
}

/** Returns the rest of a path below a folder, without the slash; undefined for paths outside of the folder. */
function below(path: string, folder: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}

function answerPlant({ mediaType, body }: ServedPlant, request: IncomingMessage, response: ServerResponse): void {
  answer(response, request, 200, `${mediaType}; charset=utf-8`, Buffer.from(body))
}

function answer(
  response: ServerResponse,
  request: IncomingMessage,
  status: number,
  type?: string,
  body: Buffer = Buffer.alloc(0),
): void {
  // Unread bytes of the request would be parsed as the next request.
  if (!request.complete) response.setHeader('connection', 'close')
  const about = type === undefined ? {} : { 'content-type': type, 'x-content-type-options': 'nosniff' }
  const length = status === 204 ? {} : { 'content-length': String(body.byteLength) }
  response.writeHead(status, { ...HEADERS, ...about, ...length })
  response.end(request.method === 'HEAD' || status === 204 ? undefined : body)
}

/** Reads the beginning of a body as text; slow or long bodies are cut. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DRAIN_MS)
  request.on('data', (chunk: Buffer) => {
    if (bytes < BODY_BYTES_MAX) chunks.push(chunk.subarray(0, BODY_BYTES_MAX - bytes))
    bytes += chunk.byteLength
    if (bytes > DRAIN_BYTES_MAX) resolve()
  })
  request.on('end', resolve)
  request.on('close', resolve)
  await promise
  clearTimeout(timer)
  return Buffer.concat(chunks).toString().toWellFormed()
}
