import { Failure } from '@gatehouse/kernel'

/**
 * Own limit of a screened message, independent of a route's response size, because all callers wait while guards read it. 200,000 values
 * and 2 MiB of text are screened within a second.
 */
const VALUES_MAX = 200_000
const TEXT_CHARS_MAX = 2 * 1_024 * 1_024
/** Maximum size of Base64 files that are searched for text. */
const FILE_CHARS_MAX = 32 * 1_024 * 1_024

/**
 * Rejects a message that is too large to be read completely.
 * @throws {Failure} `body_too_large`
 */
export function requireValues(message: unknown): void {
  const waiting: unknown[] = [message]
  let values = 0
  while (waiting.length > 0) {
    const value = waiting.pop()
    values += 1
    if (typeof value !== 'object' || value === null) continue
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (values + waiting.length + inner.length > VALUES_MAX) throw tooLarge(`${VALUES_MAX} values`)
    for (const item of inner) waiting.push(item)
  }
}

/** @throws {Failure} `body_too_large` */
export function requireText(text: string): void {
  if (text.length > TEXT_CHARS_MAX) throw tooLarge(`${TEXT_CHARS_MAX} characters of text`)
}

/** Counts the files of one message. */
export class FileCounter {
  #left = FILE_CHARS_MAX

  /** @throws {Failure} `body_too_large` */
  take(base64: string): string {
    this.#left -= base64.length
    if (this.#left < 0) throw tooLarge(`${FILE_CHARS_MAX} characters of files`)
    return base64
  }
}

export function tooLarge(subject: string): Failure {
  return new Failure('body_too_large', `The message is too large to be screened: it contains more than ${subject}.`)
}
