/** Returns the response if it arrives before the stream opens and within this time; undefined otherwise. */
export async function firstOf<T>(
  answer: Promise<T>,
  opened: Promise<undefined>,
  wait_ms: number,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), wait_ms)
  })
  try {
    return await Promise.race([answer, opened, late])
  } finally {
    clearTimeout(timer)
  }
}
