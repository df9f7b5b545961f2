import type { Failure } from '../failure.ts'

/**
 * A body that ends in a failure once it has more bytes than allowed, and whose other errors are explained.
 * @param explain  turns an error of the network into the one that the reader gets
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

/** Lets go of a body that nobody reads; that it has failed meanwhile is no matter. */
export async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.cancel().catch(() => {})
}
