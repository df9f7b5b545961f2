import { Failure } from '../../failure.ts'

export interface Flags {
  readonly ignoreCase: boolean
  readonly multiLine: boolean
  readonly dotAll: boolean
}

/** Reads a pattern from left to right; errors contain the offset. */
export class Cursor {
  readonly pattern: string
  at = 0
  /** Number of Unicode properties in the pattern so far. */
  properties = 0

  constructor(pattern: string) {
    this.pattern = pattern
  }

  get done(): boolean {
    return this.at >= this.pattern.length
  }

  /** Returns the code unit at a distance of `ahead`; empty at the end. */
  peek(ahead = 0): string {
    return this.pattern.charAt(this.at + ahead)
  }

  eat(text: string): boolean {
    if (!this.pattern.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** Consumes and returns the match of a sticky expression. */
  take(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.pattern)
    if (found === null) return undefined
    this.at += found[0].length
    return found
  }

  /** Consumes and returns one code point. */
  codePoint(): number {
    const codePoint = this.pattern.codePointAt(this.at) as number
    this.at += codePoint > 0xffff ? 2 : 1
    return codePoint
  }

  refuse(subject: string, at = this.at): never {
    throw new Failure('invalid_request', `The pattern ${subject} at offset ${at}.`)
  }
}
