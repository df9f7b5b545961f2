import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServedPlant } from '../engine/attack.ts'
import type { ContentPort } from '../run/conduct.ts'
import { type Watch, Watches } from './watches.ts'

/** Ours: an agent in a circle, or a stranger, must not fill the memory. */
const WHAT_UNITS_MAX = 4_096
const BODY_BYTES_MAX = 16_384
/** Of a body that is longer, so much is let by before the connection is closed. */
const DRAIN_BYTES_MAX = 1024 * 1024
const DRAIN_MS = 5_000
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const
/** A picture of one pixel that nobody sees: agents that render a page ask for pictures, and some tell when one is broken. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The run's own server, as a handler: who makes it listens. */
export interface ContentServer extends ContentPort {
  /**
   * Answers a request to the content server or the sink. It never fails.
   * @example createServer((request, response) => void server.handle(request, response))
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export interface ContentServerOptions {
  /** Below which of the server's paths plants stand; without a slash at the end. */
  readonly contentPath?: string
  /** Below which the sink stands. It may be the same: an attack's plants and its sink are told apart by what follows the word. */
  readonly sinkPath?: string
  readonly now?: () => Date
}

/**
 * Serves what is planted for attacks, and notes who asks for it or for their sinks. An attack is known by the word in its
 * addresses, which derives from the run's key: nobody finds one that was not told. Whoever makes attempts with the same
 * addresses at once has each of them see what was asked for while it was on its way. What an attack plants that wants the sink
 * stays there when it is withdrawn: an agent may read it, and turn to the sink, after it has answered.
 */
export function createContentServer(options: ContentServerOptions = {}): ContentServer {
  const { contentPath = '', sinkPath = '', now = () => new Date() } = options
  const watches = new Watches()
  return {
    serve: (attempt) => watches.begin(attempt),
    withdraw: (attempt) => watches.end(attempt),
    late: (attempt) => watches.late(attempt),
    async handle(request, response) {
      // Who goes away while we answer has still asked.
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
      // Noted before the body is there: it is the request that proves, and the attempt may be over before its end.
      const fill = watches.note(hit, { at: now(), what, body: '' })
      fill(await readBody(request))
      if (/\.(?:png|gif|jpe?g|webp|svg|ico)$/i.test(path.split('?', 1)[0]!))
        answer(response, request, 200, 'image/gif', PIXEL)
      else answer(response, request, 204)
    },
  }
}

/** The plant at a path. Some agents put a slash behind an address, or a dot that ended a sentence. */
function findPlant(path: string, watchers: readonly Watch[]): ServedPlant | undefined {
  const exact = path.split('?', 1)[0]!.replace(/[/.,;)]{0,3}$/, '')
  for (const { plants } of watchers) {
    const plant = plants.get(exact)
    if (plant !== undefined) return plant
  }
  return undefined
}

/** Path and query as asked for; some clients send the whole address. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const path = /^[a-z]+:\/\/[^/]*(\/.*)?$/i.exec(url)
  return path === null ? url : (path[1] ?? '/')
}

/** What follows a folder, without the slash; undefined where it is another. */
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
  // What was not read of the request would be taken for the next one.
  if (!request.complete) response.setHeader('connection', 'close')
  const about = type === undefined ? {} : { 'content-type': type, 'x-content-type-options': 'nosniff' }
  const length = status === 204 ? {} : { 'content-length': String(body.byteLength) }
  response.writeHead(status, { ...HEADERS, ...about, ...length })
  response.end(request.method === 'HEAD' || status === 204 ? undefined : body)
}

/** The beginning of a body, as text; whatever is slow or long is not waited for. */
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
