import type { Failure } from '../failure.ts'

/**
 * Returns a body that fails above the size limit, and whose other errors are converted.
 * @param explain converts a network error to the reader's error
 */
export function boundedBody(
  body: ReadableStream<Uint8Array> | null,
  bytes_max: number,
  tooLarge: Failure,
  explain: (cause: unknown) => unknown,
): ReadableStream<Uint8Array> | null {
  if (body === null) return null
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = await reader.read()
        if (chunk.done) return controller.close()
        bytes += chunk.value.byteLength
        if (bytes > bytes_max) {
          void reader.cancel(tooLarge).catch(() => {})
          throw tooLarge
        }
        controller.enqueue(chunk.value)
      } catch (cause) {
        controller.error(explain(cause))
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Discards an unread body; its errors are ignored. */
export async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.cancel().catch(() => {})
}
