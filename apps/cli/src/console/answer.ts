import type { ServerResponse } from 'node:http'

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=(), browsing-topics=()',
} as const

/** Policy for pages: scripts and styles only from the same origin, and none inline. */
export const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** Policy for service responses. They contain untrusted text and must be inert when opened as a document. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

export function guardAnswer(response: ServerResponse, policy: string): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value)
  response.setHeader('content-security-policy', policy)
}

/** Sends JSON that must not be cached. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  guardAnswer(response, DATA_POLICY)
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** An error in the response format of the services. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, sentence: string) {
    super(sentence)
    this.status = status
    this.code = code
  }
}

export function answerRefusal(response: ServerResponse, { status, code, message }: Refusal): void {
  // The rest of an unread body must not be parsed as the next request.
  if (!response.headersSent) response.setHeader('connection', 'close')
  answerJson(response, status, { error: code, detail: message })
}
