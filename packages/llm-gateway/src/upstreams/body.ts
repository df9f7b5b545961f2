type BodyChunks = AsyncIterator<Uint8Array>

/** Returns a body whose first piece was already read. */
export function continued(first: IteratorResult<Uint8Array, unknown>, rest: BodyChunks): AsyncIterable<Uint8Array> {
  let claimed: typeof first | undefined = first
  const pieces: AsyncIterableIterator<Uint8Array> = {
    next() {
      if (claimed === undefined) return rest.next()
      const piece = claimed
      claimed = undefined
      return Promise.resolve(piece)
    },
    async return() {
      await rest.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => pieces,
  }
  return pieces
}

/** Returns a text as a body of one piece. */
export function singleChunkBody(text: string): AsyncIterable<Uint8Array> {
  return (async function* piece() {
    yield Buffer.from(text)
  })()
}

/** Reads the start of a body as text, within limits; a connection error ends it. */
export async function readBounded(
  pieces: BodyChunks,
  { bytesMax, ms_max }: { readonly bytesMax: number; readonly ms_max: number },
): Promise<string> {
  const read: Uint8Array[] = []
  let bytes = 0
  // Ending the iteration cancels the pending read, so that nothing remains after the timeout.
  const timer = setTimeout(() => void pieces.return?.(), ms_max)
  try {
    for (;;) {
      const piece = await pieces.next()
      if (piece.done === true) break
      bytes += piece.value.byteLength
      read.push(piece.value)
      if (bytes > bytesMax) break
    }
  } catch {
    // Returns a partial body after an error.
  } finally {
    clearTimeout(timer)
    await pieces.return?.()
  }
  return Buffer.concat(read).subarray(0, bytesMax).toString()
}
