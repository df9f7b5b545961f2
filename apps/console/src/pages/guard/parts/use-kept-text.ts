import { useState } from 'react'
import { onSwitch } from '../../../api/switched.ts'

interface Kept {
  /** What it began as. */
  readonly base: string
  readonly text: string
}

/** What was typed and not saved, by what it is about: closing a form and opening it again loses nothing until the tab is closed. */
const kept = new Map<string, Kept>()
onSwitch('guard', () => kept.clear())

/**
 * A text that is being changed.
 * @param about  says what it is, and whose
 * @param now  what is stored
 */
export function useKeptText(about: string, now: string) {
  const [typed, setTyped] = useState<Kept>(() => kept.get(about) ?? { base: now, text: now })
  // Without changes of one's own there is nothing to keep: the text follows what is stored.
  const draft = typed.text === typed.base ? { base: now, text: now } : typed
  const put = (to: Kept): void => {
    if (to.text === to.base) kept.delete(about)
    else kept.set(about, to)
    setTyped(to)
  }
  return {
    text: draft.text,
    isChanged: draft.text !== draft.base,
    /** Something else was stored since it was begun. */
    isBehind: draft.text !== draft.base && draft.base !== now,
    type: (text: string) => put({ ...draft, text }),
    discard: () => put({ base: now, text: now }),
    /** It is stored: there is nothing left to keep. */
    done: () => void kept.delete(about),
  }
}
