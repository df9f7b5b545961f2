import type { Span } from '../../engine/guard.ts'
import { LARGE_TEXT_CHARS } from '../../engine/evaluator.ts'
import { type TextWorker, workOnText } from '../../threads/text-tasks.ts'
import { type Payload, plainPayload, readPayload } from './payload.ts'

/** A {@link Payload} that may be parsed in another thread, which then also maps ranges and rewrites. */
export interface OpenPayload extends Pick<Payload, 'raw' | 'isJson' | 'text' | 'values'> {
  fromRaw(spans: readonly Span[]): readonly Span[] | Promise<readonly Span[]>
  rewrite(spans: readonly Span[]): string | Promise<string>
}

/**
 * Parses a payload, a long one in another thread.
 * @throws {Failure} `overloaded` for too many waiting texts, `unavailable` when the thread fails
 */
export function openPayload(
  raw: string,
  tenantId: string,
  worker: TextWorker | undefined,
): OpenPayload | Promise<OpenPayload> {
  return worker === undefined || raw.length < LARGE_TEXT_CHARS ? readPayload(raw) : openAway(raw, tenantId, worker)
}

async function openAway(raw: string, tenantId: string, worker: TextWorker): Promise<OpenPayload> {
  const about = { tenantId, chars: raw.length }
  const texts = await worker.work('readPayload', { raw }, about)
  if (texts === undefined) return plainPayload(raw)
  return {
    raw,
    isJson: true,
    ...texts,
    fromRaw: (spans) => (spans.length === 0 ? spans : workOnText(worker, 'placesFromRaw', { raw, spans }, about)),
    rewrite: (spans) => workOnText(worker, 'rewritePayload', { raw, spans }, about),
  }
}
