import { GuardrailBlockedError } from './screening.ts'

/** How much comes before it is screened again, in UTF-16 code units: each time all of it is. */
const EVERY_CHARS = 400
/** What is kept back of what was screened: what a guard would find may have begun there and not ended. */
const BACK_CHARS = 160

/**
 * A text that is screened while it comes. Whatever leaves was screened together with all before it, and with what follows it
 * within 160 characters. A text that guards change is held from there to its end.
 */
export class HeldText {
  readonly #screen: (text: string) => Promise<string>
  #text = ''
  #released = 0
  #screened = 0
  #isChanged = false
  #isEnded = false

  /** @param screen gives the text as it may go, and throws {@link GuardrailBlockedError} for one that may not */
  constructor(screen: (text: string) => Promise<string>) {
    this.#screen = screen
  }

  /** Takes the next piece. @returns what may leave now, often nothing */
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

  /** The text is whole. @returns the rest of it; nothing when it is asked again */
  async end(): Promise<string> {
    if (this.#isEnded) return ''
    this.#isEnded = true
    const whole = await this.#screen(this.#text)
    const left = this.#text.slice(0, this.#released)
    if (whole.startsWith(left)) return this.#release(whole, whole.length)
    throw new GuardrailBlockedError('output', [], '', 'what is to be redacted begins in what has left already.')
  }

  #release(text: string, to: number): string {
    const from = this.#released
    this.#released = Math.max(from, to)
    return text.slice(from, this.#released)
  }
}

/** Not between the two halves of a character. */
function endBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at
}
