import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http'

import type { RawAnswer, SavedFile } from '@gatehouse/contracts'
import { Failure, messageOf, runUnit, type WorkUnit } from '@gatehouse/kernel'

import { answerHead } from './answer-head.ts'
import { identify } from './auth.ts'
import { type Caller, ownerOf } from './caller.ts'
import { type BodySink, hasBody, lingerThenCut } from './body.ts'
import type { BodyReservation } from './body-budget.ts'
import { checkBrowser } from './browser-check.ts'
import { sendSoon } from './burst.ts'
import { callerOf } from './forwarded.ts'
import type { RequestContext, ServerParts } from './context.ts'
import type { FormSink } from './form.ts'
import { identityOf } from './identity.ts'
import { isSavedFile, removeSaved } from './saved-file.ts'
import { parseBodyOf } from './json.ts'
import { type Logger, loggable } from './logger.ts'
import { safeProblemOf } from './problems.ts'
import { receiveBody } from './receive.ts'
import type { Route } from './route.ts'
import { sendStream } from './stream.ts'
import { requestIdOf, traceIdOf } from './trace.ts'
import { validated } from './violations.ts'

const JSON_CONTENT_TYPE = 'application/json; charset=utf-8'

/**
 * One request from its headers to its response: origin, caller, body, schema, handler, response, metrics, log line. Synchronous steps do
 * not wait: a request with a synchronous key lookup and handler is served in one turn.
 */
export class Exchange implements RequestContext, BodySink, FormSink, WorkUnit {
  readonly kind = 'request'
  readonly service: string
  readonly requestId: string
  readonly traceId: string | undefined
  caller: Caller = NOBODY
  agentKey: string | undefined = undefined
  userRole: string | undefined = undefined
  bodyBytes: Uint8Array | undefined = undefined
  private readonly route: Route
  private readonly parts: ServerParts
  private readonly request: IncomingMessage
  private readonly response: ServerResponse
  private readonly query: unknown
  private readonly params: unknown
  private readonly started_ms: number
  private answerStatus = 0
  private extraHeaders: string[] | undefined = undefined
  private ownContentType: string | undefined = undefined
  private cacheControl = 'no-store'
  private childLog: Logger | undefined = undefined
  private controller: AbortController | undefined = undefined
  private finished = false
  private hold: BodyReservation | undefined = undefined
  private saved: readonly SavedFile[] | undefined = undefined

  constructor(
    route: Route,
    parts: ServerParts,
    request: IncomingMessage,
    response: ServerResponse,
    query: unknown,
    params: unknown,
  ) {
    this.route = route
    this.parts = parts
    this.service = parts.service
    this.request = request
    this.response = response
    this.query = query
    this.params = params
    this.started_ms = performance.now()
    const { headers } = request
    this.requestId = requestIdOf(headers['x-request-id'], parts.clock.now())
    this.traceId = headers['traceparent'] === undefined ? undefined : traceIdOf(headers['traceparent'])
    route.meter.inFlight += 1
  }

  /** Runs the exchange. Never throws: errors become the response. */
  run(): void {
    try {
      const { parts, request, route } = this
      checkBrowser(route, request, parts)
      const caller = runUnit(this, () =>
        identify(route, request, parts.authenticator, parts.clock.now(), parts.allowedHosts),
      )
      if (caller instanceof Promise) void this.later(caller, (item) => this.admitted(item))
      else this.admitted(caller)
    } catch (error) {
      this.fail(error)
    }
  }

  private admitted(caller: Caller): void {
    this.caller = caller
    const { headers } = this.request
    if (headers['x-agent-key'] !== undefined || headers['x-agent-id'] !== undefined) {
      this.agentKey = identityOf(headers, 'x-agent-key', 'x-agent-id')
    }
    if (headers['x-user-role'] !== undefined) this.userRole = identityOf(headers, 'x-user-role')
    if (this.route.body === undefined) {
      // An unread body must not be received without a limit.
      if (hasBody(this.request)) lingerThenCut(this.request)
      this.call(undefined)
    } else {
      receiveBody(this.request, this.route, this.parts, ownerOf(this.caller), this)
      // Sent late, so that rejected callers do not send the body.
      if (headers.expect !== undefined) this.response.writeContinue()
    }
  }

  bodyGrows(size_bytes: number): void {
    if (!this.finished) this.hold = this.parts.bodies.hold(this.hold, this.caller, size_bytes)
  }

  bodyArrived(bytes: Buffer): void {
    try {
      this.bodyGrows(bytes.length)
      if (this.route.keepsBytes) this.bodyBytes = bytes
      const value = parseBodyOf(bytes, this.route, this.parts)
      if (value instanceof Promise) void this.later(value, (read: unknown) => this.bodyRead(read))
      else this.bodyRead(value)
    } catch (error) {
      this.fail(error)
    }
  }

  private bodyRead(value: unknown): void {
    this.call(validated(this.route.body!, value, 'body'))
  }

  formArrived(parts: Readonly<Record<string, unknown>>): void {
    this.saved = Object.values(parts).filter(isSavedFile)
    try {
      this.call(validated(this.route.body!, parts, 'body'))
    } catch (error) {
      this.fail(error)
    }
  }

  bodyFailed(error: unknown): void {
    this.fail(error)
  }

  /** Handles an uncaught error of the request: the client gets the usual answer to a defect. */
  crashed(error: unknown): void {
    if (this.finished) this.log.error({ error: loggable(error), route: this.route.name }, 'uncaught error')
    else this.fail(error instanceof Failure ? new Error(error.message, { cause: error }) : error)
  }

  /** Body events run outside the unit, and their callbacks enter it here. */
  private call(body: unknown): void {
    runUnit(this, () => this.handle(body))
  }

  private handle(body: unknown): void {
    const { route } = this
    const answer = route.handler({
      body,
      query: route.query === undefined ? undefined : validated(route.query, this.query, 'query'),
      params: route.params === undefined ? this.params : validated(route.params, this.params, 'path'),
      headers: this.request.headers,
      context: this,
    })
    if (answer instanceof Promise) void this.later(answer, (value) => this.answer(value))
    else this.answer(answer)
  }

  /** Continues with the result of a promise; a rejection becomes the error response. */
  private async later<T>(coming: Promise<T>, go: (value: T) => void): Promise<void> {
    try {
      go(await coming)
    } catch (error) {
      this.fail(error)
    }
  }

  private answer(value: unknown): void {
    // An uncaught error was answered meanwhile.
    if (this.finished) return
    const { route } = this
    const status = this.answerStatus === 0 ? route.status : this.answerStatus
    if (route.raw) void this.writeRaw(status, value as RawAnswer)
    else if (value === undefined) this.write(status, undefined, '')
    else this.write(status, JSON_CONTENT_TYPE, JSON.stringify(value))
  }

  private async writeRaw(status: number, value: RawAnswer): Promise<void> {
    const contentType = this.ownContentType ?? this.route.contentType
    try {
      if (typeof value === 'string' || value instanceof Uint8Array) {
        this.write(status, contentType, value)
        return
      }
      this.response.writeHead(status, this.head(contentType))
      await sendStream(this.response, value)
      this.finish(status)
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    if (this.finished) return
    if (this.response.headersSent) {
      // The response is already being sent. Closing the connection is the only possible signal of a failure.
      this.log.error({ error: loggable(error) }, 'response interrupted')
      this.response.destroy()
      this.finish(500)
      return
    }
    const problem = safeProblemOf(error, this.parts.validationStyle, this.requestId, this.route.problems)
    if (problem.defect) this.log.error({ error: loggable(error), route: this.route.name }, 'request failed')
    else if (problem.status === 503) this.log.warn({ error: messageOf(error) }, 'dependency failed')
    this.cacheControl = 'no-store'
    // A failure keeps headers of its handler, such as `Allow`. After a defect they are unreliable.
    this.extraHeaders = problem.defect ? undefined : [...(this.extraHeaders ?? []), ...problem.headers]
    lingerThenCut(this.request)
    this.write(problem.status, JSON_CONTENT_TYPE, problem.body)
  }

  private write(status: number, contentType: string | undefined, payload: string | Uint8Array): void {
    const head = this.head(contentType)
    if (status !== 204 && status !== 304) {
      const length_bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
      head.push('content-length', String(length_bytes))
    }
    this.response.writeHead(status, head)
    sendSoon(this.response, payload)
    this.finish(status)
  }

  private head(contentType: string | undefined): string[] {
    return answerHead(this.requestId, this.cacheControl, contentType, this.extraHeaders, this.parts.closing)
  }

  private finish(status: number): void {
    if (this.finished) return
    this.finished = true
    const { meter, logSample, name } = this.route
    const duration_ms = performance.now() - this.started_ms
    meter.inFlight -= 1
    if (this.saved !== undefined) void removeSaved(this.saved)
    if (this.hold !== undefined) this.parts.bodies.release(this.hold)
    meter.count(status, duration_ms)
    this.parts.answered += 1
    if (status < 500 && this.parts.answered % logSample !== 0) return
    const shown_ms = Math.round(duration_ms * 1_000) / 1_000
    const { method } = this.request
    this.log.info({ route: name, method, status, duration_ms: shown_ms, ...ownerOf(this.caller) }, 'request')
  }

  get tenantId(): string {
    const { caller, route } = this
    if (caller.kind === 'tenant' || caller.kind === 'tester') return caller.tenantId
    throw new Error(`endpoint ${route.name} has no tenant: its auth is ${route.auth}`)
  }

  get log(): Logger {
    this.childLog ??= this.parts.logger.child({ request_id: this.requestId, trace_id: this.traceId })
    return this.childLog
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      const controller = new AbortController()
      this.response.on('close', () => {
        if (!this.response.writableFinished) controller.abort(new Failure('unavailable', 'The client disconnected.'))
      })
      this.controller = controller
    }
    return this.controller.signal
  }

  get clientAddress(): string {
    return callerOf(this.request, this.parts).address
  }

  get consoleOrigin(): string | undefined {
    return callerOf(this.request, this.parts).origin
  }

  status(code: number): void {
    this.answerStatus = code
  }

  header(name: string, value: string): void {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    const lower = name.toLowerCase()
    // These two headers replace the default ones.
    if (lower === 'content-type') this.ownContentType = value
    else if (lower === 'cache-control') this.cacheControl = value
    else (this.extraHeaders ??= []).push(name, value)
  }
}

const NOBODY: Caller = { kind: 'nobody' }
