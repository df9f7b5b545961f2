import { createHmac } from 'node:crypto'
import type { WebhookProvider } from '@gatehouse/contracts/hosts'

/** Fields of an event that tests vary. */
export interface EventOptions {
  /** Address of the repository in web pages, without `.git`. */
  readonly repository?: string
  readonly secret?: string
  readonly deliveryId?: string
  readonly head?: string
  readonly base?: string
  readonly headBranch?: string
  readonly baseBranch?: string
  readonly ref?: string
  readonly number?: number
  /** Fields merged into the payload at the top level. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** Request of a git host, as its documentation describes it. */
export interface HostRequest {
  readonly provider: WebhookProvider
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const HEAD = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'
export const BASE = 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e'
/** Commit of a deleted reference. */
export const DELETED = '0'.repeat(40)
export const SECRET = 'a-secret-of-the-tests'

export function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

export const common = (name: string) => ({ 'content-type': 'application/json', 'user-agent': name })
