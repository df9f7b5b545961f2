type Pieces = AsyncIterator<Uint8Array>

/** A body whose first piece has been taken from it already. */
export function continued(first: IteratorResult<Uint8Array, unknown>, rest: Pieces): AsyncIterable<Uint8Array> {
  let taken: typeof first | undefined = first
  const pieces: AsyncIterableIterator<Uint8Array> = {
    next() {
      if (taken === undefined) return rest.next()
      const piece = taken
      taken = undefined
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

/** A text as a body of one piece. */
export function wholeBody(text: string): AsyncIterable<Uint8Array> {
  return (async function* piece() {
    yield Buffer.from(text)
  })()
}

/** The beginning of a body as text, within bounds; what breaks off ends it. */
export async function readBounded(
  pieces: Pieces,
  { bytesMax, ms_max }: { readonly bytesMax: number; readonly ms_max: number },
): Promise<string> {
  const read: Uint8Array[] = []
  let bytes = 0
  // Leaving the iteration ends a piece that is awaited, so that nothing is left behind when the time is up.
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
    // What is there says more than nothing.
  } finally {
    clearTimeout(timer)
    await pieces.return?.()
  }
  return Buffer.concat(read).subarray(0, bytesMax).toString()
}
