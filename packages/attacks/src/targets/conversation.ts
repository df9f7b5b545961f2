import { randomUUID } from 'node:crypto'
import type { Attachment } from '../carriers/attachment.ts'
import type { Message } from '../engine/attack.ts'
import type { Reply } from '../engine/exchange.ts'
import type { Authorizer } from './auth.ts'
import { call, type TargetAttempt, type Wire } from './call.ts'
import { CookieJar } from './cookies.ts'
import { withoutIssuedSecrets } from './discreet.ts'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'
import type { Prepared, PreparedStep } from './prepare.ts'
import { readBody } from './read-answer.ts'
import { type SlotText, type SlotValues, variableOf } from './slots.ts'
import { problemOf, TargetError } from './target-error.ts'

/** Maximum length of a variable from an answer. Own limit: tokens have a few kilobytes. */
const VARIABLE_UNITS_MAX = 16_384

export interface TargetWire extends Wire {
  readonly authorizer: Authorizer
}

/** A request before cookies and auth are added. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** State of one session, isolated from others: cookies, variables and the session identifier. */
export class Conversation {
  readonly prepared: Prepared
  readonly jar = new CookieJar()
  readonly #wire: TargetWire
  #variables: Readonly<Record<string, string>>
  /** Empty until assigned. */
  id: string

  constructor(prepared: Prepared, wire: TargetWire) {
    this.prepared = prepared
    this.#wire = wire
    this.#variables = { ...prepared.config.variables }
    this.id = prepared.config.session?.madeBy === 'server' ? '' : randomUUID()
  }

  values(message: string, history: readonly Message[], attachment?: Attachment): SlotValues {
    const file = attachment === undefined ? {} : { attachment }
    return { message, history, sessionId: this.id, uuid: randomUUID(), variables: this.#variables, ...file }
  }

  /** Redacts the tokens, cookies and variables that this session received from a reply. */
  discreet(reply: Reply): Reply {
    const { canaries = [], systemPrompt = '' } = this.prepared.config
    return withoutIssuedSecrets(reply, this.given(), [...canaries.map(({ value }) => value), systemPrompt])
  }

  /** Returns the tokens, cookies and variables that this session received. */
  given(): readonly string[] {
    const { variables = {} } = this.prepared.config
    const extracted = Object.entries(this.#variables).filter(([name, value]) => variables[name] !== value)
    return [...extracted.map(([, value]) => value), ...this.jar.values(), ...this.#wire.authorizer.given()]
  }

  /** Returns the headers that the target's owner configured; those with unset variables are left out. */
  headers(values: SlotValues, list: PreparedStep['headers'] = this.prepared.headers): Record<string, string> {
    const ready = list.filter(([, value]) => this.#isReady(value))
    return Object.fromEntries(ready.map(([name, value]) => [name, value.render(values, inHeader)]))
  }

  /**
   * Sends a request with this session's cookies and the target's credentials; repeats it once after an expired token.
   * @throws {TargetError}, or the reason of the signal
   */
  async request<One>(
    outgoing: Outgoing,
    signal: AbortSignal,
    read: (attempt: TargetAttempt) => Promise<One>,
  ): Promise<One> {
    const { authorizer } = this.#wire
    for (let isSecond = false; ; isSecond = true) {
      const { method, body } = outgoing
      const url = new URL(outgoing.url)
      const headers: Record<string, string> = { ...outgoing.headers }
      const cookie = this.jar.header(url)
      if (cookie !== undefined) headers['cookie'] = [headers['cookie'], cookie].filter((item) => item).join('; ')
      // Credentials of the target are sent to the target only.
      const isTarget = this.#isTarget(url)
      if (isTarget) await authorizer.apply(url, headers, signal)
      const request = { url: url.href, method, headers, ...(body === undefined ? {} : { body }) }
      const got = await call(request, this.#wire, signal, async (attempt) => {
        this.jar.store(attempt.answer.headers['set-cookie'], url)
        if (attempt.answer.status === 401 && isTarget && !isSecond && authorizer.refused(headers)) {
          await readBody(attempt)
          return undefined
        }
        return { one: await read(attempt) }
      })
      if (got !== undefined) return got.one
    }
  }

  /** Sends the requests before the first message. @throws {TargetError} when one fails */
  async begin(signal: AbortSignal): Promise<void> {
    for (const [at, step] of this.prepared.steps.entries()) await this.step(step, `Step ${at + 1}`, signal)
  }

  /** @returns the body of the answer. @throws {TargetError} on failure or when a required value is missing */
  async step(step: PreparedStep, what: string, signal: AbortSignal): Promise<string> {
    const values = this.values('', [])
    const url = this.#address(step.address.render(values, encodeURIComponent))
    const own = this.#isTarget(url) ? this.headers(values) : {}
    const { body } = step
    const type = body === undefined ? {} : { 'content-type': body.contentType }
    // The content type of a multipart body contains its boundary.
    const headers = {
      ...own,
      ...type,
      ...this.headers(values, step.headers),
      ...(body?.encoding === 'multipart' ? type : {}),
    }
    return this.request({ method: step.method, url, headers, body: body?.render(values) }, signal, async (attempt) => {
      const { status, headers: answered } = attempt.answer
      const text = await readBody(attempt)
      // Logins often answer with a redirect to the next page.
      if (status >= 400)
        throw new TargetError(problemOf(status) ?? 'client_error', `${what} returned HTTP status ${status}.`, status)
      this.#extract(step, what, text, answered)
      return text
    })
  }

  #extract(step: PreparedStep, what: string, text: string, headers: Readonly<Record<string, string>>): void {
    if (step.extract.length === 0) return
    const value = parseJson(text)?.value
    const found = step.extract.map(([variable, place]) => {
      const at = place.startsWith('header:') ? headers[place.slice(7).trim().toLowerCase()] : readPath(value, place)
      const isWord = typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean'
      if (!isWord || String(at).length > VARIABLE_UNITS_MAX) {
        throw new TargetError(
          'malformed',
          `The response of ${what[0]!.toLowerCase()}${what.slice(1)} has no value at ${place}.`,
        )
      }
      return [variable, String(at)] as const
    })
    this.#variables = { ...this.#variables, ...Object.fromEntries(found) }
  }

  #address(rendered: string): URL {
    const { base } = this.prepared
    if (/^https?:\/\//i.test(rendered)) {
      const whole = URL.parse(rendered)
      if (whole === null) throw new TargetError('client_error', 'A step has an invalid URL.')
      return whole
    }
    const origin = base.origin.replace(/^ws/, 'http')
    return new URL(`${origin}${base.pathname.replace(/\/$/, '')}/${rendered.replace(/^\/+/, '')}`)
  }

  /** The same host without encryption counts as another one: secrets must not be readable in transit. */
  #isTarget(url: URL): boolean {
    const { base } = this.prepared
    return url.origin.replace(/^ws/, 'http') === base.origin.replace(/^ws/, 'http')
  }

  #isReady(text: SlotText): boolean {
    return [...text.slots].every((slot) => {
      const name = variableOf(slot)
      return name === undefined || Object.hasOwn(this.#variables, name)
    })
  }
}

/** Converts a value to a valid header value: one line of Latin text. */
export function inHeader(value: string): string {
  return value.replaceAll(/[^\u0020-\u007e\u0080-\u00ff]/g, '').trim()
}
