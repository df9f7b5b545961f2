import type { GuardContext, Outcome, Rewrite, Span } from '../../../engine/guard.ts'
import type { Vault } from '../../../engine/ports.ts'
import type { ActionOf, EntityAction } from './entity-actions.ts'
import { mask } from './mask.ts'
import { hashPseudonym, isEmailToken, type Pseudonym, pseudonymFor } from './stand-in.ts'

/** Maximum number of distinct values of one text with a token or a hash; further ones are redacted. */
export const VALUES_PER_TEXT_MAX = 1_000

/** Longer values (private keys are shorter) are redacted. */
export const VALUE_CHARS_MAX = 8_192

/** Why a value was redacted although another action was set. */
type Reason = 'no_vault' | 'vault_full' | 'value_too_long' | 'too_many_values'

/** Returns the outcome with the actions of its entities; they are executed only where the engine replaces the spans. */
export function withEntityActions(
  outcome: Outcome,
  text: string,
  actionOf: ActionOf | undefined,
  vault: Vault | undefined,
): Outcome {
  if (actionOf === undefined || !outcome.flagged || outcome.spans === undefined) return outcome
  const { spans } = outcome
  return { ...outcome, rewrite: (context) => rewrite(spans, text, actionOf, vault, context) }
}

/** One value of one type, with all its places. */
interface Value {
  readonly type: string
  readonly standIn: Pseudonym
  replacement: ((place: string) => string) | undefined
}

interface Work {
  readonly hashed: Map<string, Value>
  readonly tokenised: Map<string, Value>
  readonly applied: Record<string, EntityAction>
  readonly fallback: Record<string, Reason>
}

function rewrite(
  spans: readonly Span[],
  text: string,
  actionOf: ActionOf,
  vault: Vault | undefined,
  { tenantId, replaceWithin }: GuardContext,
): Rewrite | Promise<Rewrite> {
  const work: Work = { hashed: new Map(), tokenised: new Map(), applied: {}, fallback: {} }
  const [from, to] = replaceWithin ?? [0, text.length]
  const planned = spans.map((span) =>
    span.start < from || span.end > to
      ? () => span
      : plan(span, text.slice(span.start, span.end), actionOf(span.label), vault, work),
  )
  const finish = (): Rewrite => ({
    spans: planned.map((make) => make()),
    details: {
      entity_actions: work.applied,
      ...(Object.keys(work.fallback).length > 0 ? { entity_actions_fallback: work.fallback } : {}),
    },
  })
  if (vault === undefined || work.hashed.size + work.tokenised.size === 0) return finish()
  return Promise.all([hashAll(work, tenantId, vault), tokeniseAll(work, tenantId, vault)]).then(finish)
}

/**
 * Records the value of a span for the vault. @returns a function that creates the span with its replacement, after the vault has responded
 */
function plan(span: Span, value: string, action: EntityAction, vault: Vault | undefined, work: Work): () => Span {
  const type = span.label
  const redacted = (reason: Reason) => {
    work.fallback[type] = reason
    return () => span
  }
  if (action === 'redact') return () => span
  if (action === 'mask') {
    work.applied[type] = action
    const replacement = mask(value, type === 'SECRET')
    return () => ({ ...span, replacement })
  }
  // A token in a later turn is kept: the vault contains it already.
  if (type === 'EMAIL_ADDRESS' && isEmailToken(value)) return () => ({ ...span, replacement: value })
  if (vault === undefined) return redacted('no_vault')
  if (value.length > VALUE_CHARS_MAX) return redacted('value_too_long')
  const values = action === 'hash' ? work.hashed : work.tokenised
  const standIn = pseudonymFor(type, value)
  const key = `${type}\n${standIn.canonical}`
  let item = values.get(key)
  if (item === undefined) {
    if (work.hashed.size + work.tokenised.size >= VALUES_PER_TEXT_MAX) return redacted('too_many_values')
    item = { type, standIn, replacement: undefined }
    values.set(key, item)
  }
  const known = item
  return () => {
    if (known.replacement === undefined) {
      work.fallback[type] = 'vault_full'
      return span
    }
    work.applied[type] = action
    return { ...span, replacement: known.replacement(value) }
  }
}

async function hashAll({ hashed }: Work, tenantId: string, vault: Vault): Promise<void> {
  if (hashed.size === 0) return
  const values = [...hashed.values()]
  const hmacs = await vault.hash(
    tenantId,
    values.map(({ type, standIn }) => ({ type, value: standIn.canonical })),
  )
  for (const [index, value] of values.entries()) {
    const text = hashPseudonym(value.type, hmacs[index]!)
    value.replacement = () => text
  }
}

async function tokeniseAll({ tokenised }: Work, tenantId: string, vault: Vault): Promise<void> {
  if (tokenised.size === 0) return
  const values = [...tokenised.values()]
  const tokens = await vault.tokenise(
    tenantId,
    values.map(({ type, standIn }) => ({ type, value: standIn.canonical, draw: standIn.draw })),
  )
  for (const [index, value] of values.entries()) {
    const token = tokens[index]
    // Each place has separators of its own: `4111 1111…` and `4111-1111…` are one number.
    if (token !== undefined) value.replacement = (place) => pseudonymFor(value.type, place).dress(token)
  }
}
