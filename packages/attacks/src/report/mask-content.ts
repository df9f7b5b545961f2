import { MASK } from '@gatehouse/kernel'
import { ALWAYS_DISCLOSED, argumentText } from '../judges/content/content-judge.ts'
import { createSentFilter, findContent, hashOf } from '../judges/content/find-content.ts'
import type { ContentHit } from '../judges/content/hit.ts'
import { codesIn, requestedCodes } from '../judges/content/requested-codes.ts'
import { findWord } from '../judges/sight/find-word.ts'
import type { Attack } from '../engine/attack.ts'
import type { Exchange, Reply } from '../engine/exchange.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import type { Mask } from './bound.ts'
import { maskDisclosed } from './mask-disclosed.ts'

/** Shorter values occur in ordinary texts. */
const VALUE_UNITS_MIN = 4
/** Shorter values are masked as whole words only. */
const WORD_UNITS_MAX = 12
/** Lines of a block that are masked alone as well. */
const LINE_UNITS_MIN = 8
/** Targets return any number of values: memory is bounded. */
const VALUES_MAX = 20_000
const UNITS_MAX = 8 * 1024 * 1024
/** Secrets that are also searched in encoded form, which takes time for each text. */
const ENCODED_MAX = 12
const ENCODED_UNITS_MIN = 12
const LETTER = /[\p{L}\p{N}]/u
const OBJECT = /\{[^{}]{8,2000}\}/g
const TOKEN = /\S{16,}/g

/** Masks the values that content detectors find in the replies of a run, in all texts of the run. */
export interface ContentMask {
  /** Adds the values of a conversation. Each attempt counts once. */
  readonly add: (record: {
    readonly attempt: Pick<AttemptRecord['attempt'], 'key' | 'kind' | 'attack'>
    readonly exchange: Exchange
  }) => void
  /** Adds the values of another reply to an attack, such as that of its shorter proof. */
  readonly addReply: (exchange: Exchange, text: string) => void
  readonly mask: Mask
}

/**
 * Creates the mask of a run. A value is replaced by its type, such as `[aws access key: ***]`. Values that planned attacks contain are
 * kept, so that attacks can be replayed, and so are contacts that benign controls returned.
 * @param declared masks the secrets that the owner of the target declared
 */
export function createContentMask(declared: Mask): ContentMask {
  const values = new MaskedValues(declared)
  const known = new Set<string>()
  const publicHashes = new Set<string>()
  const addTexts = (exchange: Exchange, texts: readonly string[], isControl: boolean): void => {
    const wanted = new Set(exchange.attack.oracles.flatMap((item) => (item.kind === 'content' ? item.of : [])))
    const withoutSent = createSentFilter(exchange)
    for (const text of texts) {
      const hits = findContent(text, true)
      if (isControl) {
        for (const { kind, value } of hits) if (kind === 'personal') publicHashes.add(hashOf(value))
        for (const { value } of codesIn(text)) publicHashes.add(hashOf(value))
      }
      const disclosed = hits.filter(
        ({ kind, strength, value }) =>
          ALWAYS_DISCLOSED.has(kind) ||
          (!isControl && (wanted.has(kind) || strength !== 'weak') && !publicHashes.has(hashOf(value))),
      )
      for (const hit of disclosed.length === 0 ? [] : withoutSent(disclosed)) values.add(hit, text)
    }
  }
  return {
    add({ attempt: { key, kind, attack }, exchange }) {
      if (known.has(key)) return
      known.add(key)
      if (attack.isWritten !== true) values.exclude(plannedText(attack))
      const replies = [...(exchange.before ?? []), ...exchange.turns].map(({ reply }) => reply)
      addTexts(exchange, replies.flatMap(textsOf), kind === 'benign')
      if (kind === 'benign') return
      for (const { sent, reply } of exchange.turns) {
        const codes = requestedCodes(reply.text, sent, []).filter(({ value }) => !publicHashes.has(hashOf(value)))
        for (const hit of createSentFilter(exchange)(codes)) values.add(hit, reply.text)
      }
    },
    addReply: (exchange, text) => addTexts(exchange, [text], false),
    mask: (text) => values.mask(text),
  }
}

/**
 * Returns the mask of one conversation, for models that judge it or write the next attack: they run on other machines.
 * @param declared masks the secrets that the owner of the target declared
 */
export function maskOfExchange(exchange: Exchange, declared: Mask): Mask {
  const { mask, add } = createContentMask(declared)
  add({ attempt: { key: '', kind: 'attack', attack: exchange.attack }, exchange })
  return mask
}

function plannedText({ turns, history, plants, benign }: Attack): string {
  return [...turns, ...history.map(({ content }) => content), ...plants.map(({ body }) => body), benign].join('\n')
}

/** Values with their placeholders. */
class MaskedValues {
  readonly #declared: Mask
  readonly #values = new Map<string, string>()
  /** Values by their first letters, longest first. */
  readonly #byStart = new Map<string, readonly string[]>()
  readonly #encoded = new Map<string, string>()
  readonly #excluded = new Set<string>()
  #units = 0

  constructor(declared: Mask) {
    this.#declared = declared
  }

  /** @param text the text with the hit */
  add(hit: ContentHit, text: string): void {
    const placeholder = placeholderOf(hit)
    for (const value of formsOf(hit)) for (const item of [value, this.#declared(value)]) this.#keep(item, placeholder)
    if (hit.kind !== 'secret' || !this.#values.has(hit.value)) return
    const isLong = hit.value.length >= ENCODED_UNITS_MIN && /\d/.test(hit.value)
    if (isLong && this.#encoded.size < ENCODED_MAX) this.#encoded.set(hit.value, placeholder)
    if (hit.end > 0) return
    for (const token of text.match(TOKEN) ?? []) {
      if (findWord(token, hit.value) !== undefined) this.#keep(token, placeholder)
    }
  }

  /** Never masks values that the text contains. */
  exclude(text: string): void {
    if (this.#excluded.has(text)) return
    this.#excluded.add(text)
    for (const value of this.#values.keys()) if (text.includes(value)) this.#drop(value)
  }

  mask(text: string): string {
    const masked = this.#declared(text)
    if (this.#values.size === 0) return masked
    return [...this.#encoded].reduce(
      (rest, [value, placeholder]) => maskDisclosed(rest, [value], placeholder),
      this.#replace(masked),
    )
  }

  #keep(value: string, placeholder: string): void {
    if (value.length < VALUE_UNITS_MIN || value.includes(MASK) || this.#values.has(value)) return
    if (this.#values.size >= VALUES_MAX || this.#units + value.length > UNITS_MAX) return
    for (const text of this.#excluded) if (text.includes(value)) return
    this.#units += value.length
    this.#values.set(value, placeholder)
    const start = value.slice(0, VALUE_UNITS_MIN)
    const others = this.#byStart.get(start) ?? []
    this.#byStart.set(
      start,
      [...others, value].toSorted((a, b) => b.length - a.length),
    )
  }

  #drop(value: string): void {
    this.#values.delete(value)
    this.#encoded.delete(value)
    const start = value.slice(0, VALUE_UNITS_MIN)
    this.#byStart.set(start, (this.#byStart.get(start) ?? []).filter((item) => item !== value)) // prettier-ignore
  }

  #replace(text: string): string {
    let masked = ''
    let from = 0
    for (let at = 0; at + VALUE_UNITS_MIN <= text.length; at += 1) {
      const candidates = this.#byStart.get(text.slice(at, at + VALUE_UNITS_MIN))
      const value = candidates?.find((item) => text.startsWith(item, at) && isWhole(text, at, item))
      if (value === undefined) continue
      masked += text.slice(from, at) + this.#values.get(value)!
      from = at + value.length
      at = from - 1
    }
    return masked + text.slice(from)
  }
}

function textsOf({ problem, text, reasoning, toolCalls }: Reply): readonly string[] {
  if (problem !== undefined) return []
  const ofCalls = toolCalls.flatMap((call) => [argumentText(call), call.result ?? ''])
  return [text, reasoning ?? '', ...ofCalls].filter((item) => item !== '')
}

/** Returns the value, its lines and objects, and their forms in JSON: other replies contain parts of a block. */
function formsOf({ value }: ContentHit): readonly string[] {
  const lines = value.includes('\n') || value.includes('\\n') ? value.split(/\\n|\n/).map((line) => line.trim()) : []
  const parts = [...lines, ...(value.match(OBJECT) ?? [])].filter((part) => part.length >= LINE_UNITS_MIN)
  return [value, ...parts].flatMap((item) => [item, JSON.stringify(item).slice(1, -1)])
}

function placeholderOf({ what }: ContentHit): string {
  return `[${contentType(what)}: ${MASK}]`
}

/** Returns the type of a value by its description: `aws access key` for `a credential of AWS (aws access key)`. */
export function contentType(what: string): string {
  return what
    .replace(/, encoded as .*$/, '')
    .replace(/^a credential of .*\((.*)\)$/, '$1')
    .replace(/^a value labelled “(.*)”$/, '$1')
    .replace(/^personal data \((.*)\)$/, (_all, name: string) => name.toLowerCase().replaceAll('_', ' '))
    .replace(/^an? /, '')
}

/** Returns whether a short value is not a part of a longer word. */
function isWhole(text: string, at: number, value: string): boolean {
  if (value.length > WORD_UNITS_MAX) return true
  const isCut = (edge: string, neighbor: string): boolean => LETTER.test(edge) && LETTER.test(neighbor)
  return !isCut(value[0]!, text[at - 1] ?? ' ') && !isCut(value.at(-1)!, text[at + value.length] ?? ' ')
}
