import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IgnoredReason } from '@gatehouse/contracts/hosts'
import { Failure, type Secret } from '@gatehouse/kernel'
import { z } from 'zod'

/** Received webhook request. Its sender is unknown until {@link HostWebhooks.isAuthentic}. */
export interface HostDelivery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Body as received. */
  readonly bytes: Uint8Array
  /** The same body, parsed. */
  readonly payload: Readonly<Record<string, unknown>>
}

export interface PullRequestEvent {
  readonly trigger: 'pull_request'
  readonly number: number
  /** Name of the head branch; `owner:branch` for a fork, which is never the name of a branch of the repository. */
  readonly branch: string
  readonly head: Revision
  readonly base: Revision
  /** Whether the event may also report changes other than commits: then its head must be new. */
  readonly maybeOldHead: boolean
}

export interface PushEvent {
  readonly trigger: 'push'
  readonly updates: readonly {
    /** Full name, such as `refs/heads/main`. */
    readonly ref: string
    /** Null: the reference was deleted. */
    readonly commit: string | null
  }[]
  /** Changed files; undefined if the payload does not list all of them. */
  readonly paths?: readonly string[] | undefined
}

/** Commit or, where the git host sends no full commit id, the head of a branch. */
export type Revision = { readonly commit: string } | { readonly branch: string }

export type HostEvent = PullRequestEvent | PushEvent | { readonly ignored: IgnoredReason }

/** Webhooks of one git host. */
export interface HostWebhooks {
  /** Returns whether the sender knows the secret. Compares in constant time. */
  isAuthentic(delivery: HostDelivery, secret: Secret): boolean
  /** Returns the id that repeated deliveries of one event share. */
  deliveryIdOf(delivery: HostDelivery): string | undefined
  /** Returns the addresses of the repository that received the push, or the pull request. */
  addressesOf(payload: HostDelivery['payload']): readonly string[]
  /** @throws {Failure} `invalid_request` if the payload lacks a documented field */
  eventOf(delivery: HostDelivery): HostEvent
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i

/** Verifies a header `sha256=<hex>` with the HMAC of the body. */
export function isSigned(signature: string | undefined, { bytes }: HostDelivery, secret: Secret): boolean {
  const [, hex] = SIGNATURE.exec(signature ?? '') ?? []
  if (hex === undefined) return false
  return timingSafeEqual(createHmac('sha256', secret.reveal()).update(bytes).digest(), Buffer.from(hex, 'hex'))
}

/** Returns a header that was sent once. Node joins repeated ones with a comma, which no valid value contains. */
export function headerOf({ headers }: Pick<HostDelivery, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads a payload whose sender is verified. @throws {Failure} `invalid_request` */
export function read<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const result = schema.safeParse(payload)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = ['body', ...(issue?.path ?? []).map(String)]
  const message = issue?.message ?? 'invalid'
  throw new Failure('invalid_request', `${path.join('.')}: ${message}.`, {
    violations: [{ path, message, type: 'invalid' }],
  })
}

/** Returns the strings at these keys of an object that may be missing. */
export function stringsAt(value: unknown, keys: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return keys.map((key) => (value as Record<string, unknown>)[key]).filter((item) => typeof item === 'string')
}

export function objectAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i
const NAME_CHARS_MAX = 1_000

export const CommitId = z.string().regex(COMMIT).toLowerCase()
export const RefName = z.string().min(1).max(NAME_CHARS_MAX)
export const PullRequestNumber = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

/** Returns the commit of an updated reference; null for the zeros that mean deletion. */
export function updatedCommit(commit: string): string | null {
  return /^0+$/.test(commit) ? null : commit
}

/** Returns the name of a branch from `refs/heads/<name>`. */
export function branchOf(ref: string): string {
  return ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref
}
const HEADS = 'refs/heads/'

/** Files of a commit in a push. */
export const CommitFiles = z.object({
  added: z.array(z.string()).default([]),
  removed: z.array(z.string()).default([]),
  modified: z.array(z.string()).default([]),
})

/** Returns the changed files of commits. */
export function pathsOf(commits: readonly z.output<typeof CommitFiles>[]): string[] {
  return commits.flatMap(({ added, removed, modified }) => [...added, ...removed, ...modified])
}
