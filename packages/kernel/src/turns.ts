/** Own limit of a task's time in one event loop turn, in milliseconds. */
const TURN_MS = 10

const waiting: (() => void)[] = []

/**
 * Waits for a later turn of the event loop. Only one waiting task continues per turn, so that many large requests together delay other
 * requests no longer than a single one does.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}

function resumeNext(): void {
  waiting.shift()?.()
  // An immediate scheduled by an immediate runs in the next turn, after I/O.
  if (waiting.length > 0) setImmediate(resumeNext)
}

/** Returns whether a task has used up its turn. Loops check this first because {@link yieldAfter} costs a promise. */
export function isTurnOver(since_ms: number): boolean {
  return performance.now() - since_ms >= TURN_MS
}

/**
 * Waits for a later turn of the event loop if the task has used up its own.
 * @returns the start of the turn in which the caller continues
 */
export async function yieldAfter(since_ms: number): Promise<number> {
  if (!isTurnOver(since_ms)) return since_ms
  await nextTurn()
  return performance.now()
}
