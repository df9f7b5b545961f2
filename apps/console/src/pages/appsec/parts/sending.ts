import { useSyncExternalStore } from 'react'
import { createAppsecClient } from '@gatehouse/client'
import { PAGE_HEADERS } from '../../../api/clients.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** Scan upload in progress or failed. It survives leaving the page. */
export interface Sending {
  readonly name: string
  readonly sent_bytes: number
  readonly total_bytes: number
  readonly error?: unknown
  readonly cancel: () => void
}

type NewScan = Parameters<ReturnType<typeof createAppsecClient>['createScan']>[0]['body']

const TIMEOUT_MS = 6 * 60 * 60_000
let current: Sending | undefined
const listeners = new Set<() => void>()

function change(to: Sending | undefined): void {
  current = to
  if (to === undefined || to.error !== undefined) removeEventListener('beforeunload', warn)
  else addEventListener('beforeunload', warn)
  for (const tell of listeners) tell()
}

/** Asks for confirmation before the browser discards an upload. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

export function useSending(): Sending | undefined {
  return useSyncExternalStore(listen, () => current)
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Returns the error of the last upload, until the next one starts. */
export function failureOfSending(): unknown {
  return current?.error
}

/** Clears the error of a failed upload. */
export function forgetSending(): void {
  if (current?.error !== undefined) change(undefined)
}

/**
 * Uploads a scan and reports the progress.
 * @returns its id; undefined if it failed or was canceled, see the state
 */
export async function sendScan(body: NewScan, name: string, total_bytes: number): Promise<string | undefined> {
  const ending = new AbortController()
  const cancel = (): void => ending.abort(new DOMException(messages.sending.uploadCancelled, 'AbortError'))
  change({ name, sent_bytes: 0, total_bytes, cancel })
  const client = createAppsecClient({
    baseUrl: '/api/appsec',
    headers: PAGE_HEADERS,
    fetch: (url, init) =>
      sendWithProgress(url as string, init ?? {}, (sent_bytes) => change({ name, sent_bytes, total_bytes, cancel })),
    timeout_ms: TIMEOUT_MS,
    retries: 0,
  })
  try {
    const { scanId } = await client.createScan({ body }, { signal: ending.signal })
    change(undefined)
    return scanId
  } catch (error) {
    change(ending.signal.aborted ? undefined : { name, sent_bytes: 0, total_bytes, error, cancel })
    return undefined
  }
}

/** Like `fetch`, which does not report upload progress. */
function sendWithProgress(url: string, init: RequestInit, tell: (bytes: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => tell(loaded))
    request.addEventListener('load', () =>
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: request.status,
          headers: { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' },
        }),
      ),
    )
    request.addEventListener('error', () => reject(new TypeError(messages.sending.theConnectionWasLost)))
    request.addEventListener('abort', () => reject(new DOMException(messages.sending.uploadCancelled, 'AbortError')))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}
