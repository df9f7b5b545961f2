import type { UpstreamConnection } from '../connection.ts'
import { Failure } from '@gatehouse/kernel'
import { refusalOf } from './ask.ts'
import type { Channel, ChannelEars } from './channel.ts'
import { ChannelConnection } from './channel-connection.ts'
import type { ConnectHttpOptions } from './connect-http.ts'
import { Deadline, TIMER_MS_MAX } from './deadline.ts'
import { contentType, drop, type HttpEndpoint, send } from './http-endpoint.ts'
import { UPSTREAM_LIMITS } from './limits.ts'
import { UpstreamMemory } from './memory.ts'
import { Events } from './read-body.ts'
import { throughBreaker } from './through-breaker.ts'
import { UpstreamEvents } from './trouble.ts'
import { parseMessage } from './wire.ts'

const ADDRESS_CHARS_MAX = 2_048

/**
 * Connects with the transport of 2024-11-05: one event stream that announces the URL for messages.
 * @throws {Failure} `unavailable`, `egress_refused`, with messages without addresses
 */
export async function connectSse(options: Omit<ConnectHttpOptions, 'era'>): Promise<UpstreamConnection> {
  const { client, signal, limits = UPSTREAM_LIMITS } = options
  const trouble = new UpstreamEvents(options.name)
  const { breaker } = options.remembered ?? new UpstreamMemory(options.clock).of('')
  const endpoint: HttpEndpoint = { ...options, url: new URL(options.url), limits, trouble }
  const place = { client, limits, trouble, breaker, probe_ms: limits.connect_ms }
  return throughBreaker(breaker, trouble, signal, () =>
    ChannelConnection.open((ears) => openSse(endpoint, ears, signal), place, ['sessions'], signal),
  )
}

async function openSse(endpoint: HttpEndpoint, ears: ChannelEars, signal: AbortSignal): Promise<Channel> {
  const { limits, trouble } = endpoint
  const closing = new AbortController()
  // After the handshake the connection is independent of its first caller.
  const give = () => closing.abort(signal.reason)
  signal.addEventListener('abort', give)
  // Many of these servers are silent for hours. Requests have their own deadlines.
  const times = { first_ms: limits.connect_ms, idle_ms: TIMER_MS_MAX, total_ms: TIMER_MS_MAX }
  const deadline = new Deadline(trouble, times, closing.signal)
  try {
    if (signal.aborted) give()
    const stream = await send(endpoint, { method: 'GET', headers: { accept: 'text/event-stream' } }, deadline)
    if (stream.status !== 200 || contentType(stream) !== 'text/event-stream') {
      await drop(stream)
      if (stream.status === 200) throw trouble.failure('did not return an event stream')
      throw refusalOf({ kind: 'refused', status: stream.status, retryAfter_s: undefined }, trouble)
    }
    const events = new Events(stream, { limits, trouble, deadline }, Number.MAX_SAFE_INTEGER)
    const messagesTo = await addressIn(events, endpoint)
    void listenTo(events, endpoint, ears).finally(() => deadline.end())
    return {
      send: (message) => post({ ...endpoint, url: messagesTo }, JSON.stringify(message)),
      async close() {
        closing.abort(trouble.failure('is no longer connected'))
        await events.leave()
      },
    }
  } catch (thrown) {
    deadline.end()
    closing.abort(thrown)
    throw thrown
  } finally {
    signal.removeEventListener('abort', give)
  }
}

/** Returns the URL for messages. It must be on the route's server, because messages contain the route's credentials. */
async function addressIn(events: Events, { url, trouble }: HttpEndpoint): Promise<URL> {
  const event = await events.next()
  if (event?.event !== 'endpoint') {
    await events.leave()
    throw trouble.failure('did not report its message endpoint')
  }
  const text = event.data.slice(0, ADDRESS_CHARS_MAX)
  const address = URL.canParse(text, url.href) ? new URL(text, url.href) : undefined
  if (address === undefined || address.origin !== url.origin || address.username !== '' || address.password !== '') {
    await events.leave()
    throw trouble.failure('requires messages to be sent to a different server')
  }
  return address
}

async function listenTo(events: Events, { limits, trouble }: HttpEndpoint, ears: ChannelEars): Promise<void> {
  let why = trouble.failure('closed its event stream').message
  try {
    for (let event = await events.next(); event !== undefined; event = await events.next()) {
      if (event.data === '' || (event.event !== undefined && event.event !== 'message')) continue
      ears.onMessage(parseMessage(event.data, limits, trouble))
    }
  } catch (thrown) {
    if (thrown instanceof Failure) why = thrown.message
  }
  await events.leave()
  ears.onEnd(why)
}

async function post(endpoint: HttpEndpoint, body: string): Promise<void> {
  const { limits, trouble } = endpoint
  const times = { first_ms: limits.firstByte_ms, idle_ms: limits.firstByte_ms, total_ms: limits.firstByte_ms }
  const deadline = new Deadline(trouble, times, new AbortController().signal)
  try {
    const stream = await send(
      endpoint,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body },
      deadline,
    )
    await drop(stream)
    if (stream.status >= 300) throw trouble.failure(`did not accept a message (HTTP ${stream.status})`)
  } finally {
    deadline.end()
  }
}
