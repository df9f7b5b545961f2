import type { StageVerdict } from '../engine/run.ts'

/** A piece of text that may go on to the client. */
export interface Released {
  /** The channel that it belongs to, as the caller named it. */
  readonly channel: string
  /** Withheld text that is now checked, with redactions applied. */
  readonly text: string
}

/** Result of one piece of a stream. */
export interface StreamStep {
  /** In the order in which it may leave; empty while text is withheld. */
  readonly released: readonly Released[]
  /** Set when a guard has blocked: nothing more is released, and the stream ends. */
  readonly blocked?: StageVerdict
}

/** Result of the end of a stream. */
export interface StreamEnd extends StreamStep {
  /**
   * Verdict on the full texts. A redaction found only after its text was sent is a block, and the result of its guard has the number of
   * such places (`details.left_unreplaced`).
   */
  readonly verdict: StageVerdict
}

/**
 * Screens a text while it arrives, in channels (content, reasoning, refusal, by choice) that are screened separately. Nothing is sent
 * before the guards that could block or redact it have checked it: fast guards every 160 characters of accumulated text, medium and slow
 * ones every 800. docs/spec/guard.md §4 rule 7, "Gateways".
 */
export interface StreamScreen {
  /** Processes the next piece of a channel. Returns at once where no guard is asynchronous. */
  push(channel: string, text: string): StreamStep | Promise<StreamStep>
  /**
   * Ends a channel while others continue (a model's reasoning, before its answer): runs the guards on its full text and releases the rest.
   * APIs with numbered parts send the next part only after the last has ended. Its findings are part of the verdict of {@link finish};
   * nothing is pushed to the channel afterwards.
   */
  close(channel: string): StreamStep | Promise<StreamStep>
  /** Ends the stream: runs the guards on the full texts of open channels and releases the rest. */
  finish(): StreamEnd | Promise<StreamEnd>
}
