import { GuardrailBlockedError } from './screening.ts'

/** Length of new text that triggers another screening, in UTF-16 code units. Each screening reads the entire text. */
const EVERY_CHARS = 400
/** Length of screened text that is held back, because an incomplete finding may have started there. */
const BACK_CHARS = 160

/**
 * Incrementally screened text. Released text was screened together with all earlier text and the following 160 characters. From the first
 * change by guards on, text is held back to the end.
 */
export class HeldText {
  readonly #screen: (text: string) => Promise<string>
  #text = ''
  #released = 0
  #screened = 0
  #isChanged = false
  #isEnded = false

  /** @param screen returns the allowed text; throws {@link GuardrailBlockedError} for a blocked text */
  constructor(screen: (text: string) => Promise<string>) {
    this.#screen = screen
  }

  /** Adds the next piece. @returns text to release now, often none */
  async push(piece: string): Promise<string> {
    this.#text += piece
    if (this.#isChanged || this.#text.length - this.#screened < EVERY_CHARS) return ''
    this.#screened = this.#text.length
    if ((await this.#screen(this.#text)) !== this.#text) {
      this.#isChanged = true
      return ''
    }
    return this.#release(this.#text, endBefore(this.#text, this.#text.length - BACK_CHARS))
  }

  /** Ends the text. @returns the rest of it; empty if called again */
  async end(): Promise<string> {
    if (this.#isEnded) return ''
    this.#isEnded = true
    const whole = await this.#screen(this.#text)
    const left = this.#text.slice(0, this.#released)
    if (whole.startsWith(left)) return this.#release(whole, whole.length)
    throw new GuardrailBlockedError('output', [], '', 'the text to redact starts in a part that was already sent.')
  }

  #release(text: string, to: number): string {
    const from = this.#released
    this.#released = Math.max(from, to)
    return text.slice(from, this.#released)
  }
}

/** Does not split a surrogate pair. */
function endBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at
}
