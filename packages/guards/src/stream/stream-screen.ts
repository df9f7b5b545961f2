import type { StageVerdict } from '../engine/run.ts'

/** A piece of text that may go on to the client. */
export interface Released {
  /** The channel that it belongs to, as the caller named it. */
  readonly channel: string
  /** What was withheld and is now checked, with redactions applied. */
  readonly text: string
}

/** What came of one piece of a stream. */
export interface StreamStep {
  /** In the order in which it may leave; empty while text is withheld. */
  readonly released: readonly Released[]
  /** Set when a guard has blocked: nothing more is released, and the stream ends. */
  readonly blocked?: StageVerdict
}

/** What came of the end of a stream. */
export interface StreamEnd extends StreamStep {
  /**
   * The verdict over the full texts. What should have been redacted and is recognised only after it has left is a block, and
   * the result of its guard says how many places there are (`details.left_unreplaced`).
   */
  readonly verdict: StageVerdict
}

/**
 * Screens a text while it comes, in channels (content, reasoning, refusal, by choice) that are screened by themselves.
 * Nothing leaves before the guards that could refuse or redact it have seen it: fast guards every 160 characters of
 * accumulated text, medium and slow ones every 800. docs/spec/guard.md §4 rule 7, "Gateways".
 */
export interface StreamScreen {
  /** Takes the next piece of a channel. Answers at once where no guard has to wait. */
  push(channel: string, text: string): StreamStep | Promise<StreamStep>
  /**
   * A channel is complete while others go on (a model's thinking, before its answer): runs the guards on its full text and
   * releases what is left of it. Interfaces that number their parts send the next part only after the last has ended. What
   * it found is part of the verdict of {@link finish}; nothing is pushed to the channel afterwards.
   */
  close(channel: string): StreamStep | Promise<StreamStep>
  /** The stream is complete: runs the guards on the full texts of channels that are not closed and releases what is left. */
  finish(): StreamEnd | Promise<StreamEnd>
}
