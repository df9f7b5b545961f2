import { useState } from 'react'
import { onSwitch } from '../../../api/switched.ts'

interface UnsavedText {
  /** Initial text. */
  readonly base: string
  readonly text: string
}

/** Unsaved text by subject, so that closing a form loses nothing until the tab is closed. */
const unsavedTexts = new Map<string, UnsavedText>()
onSwitch('guard', () => unsavedTexts.clear())

/**
 * Manages a text that is being edited.
 * @param about subject and owner
 * @param now stored text
 */
export function useUnsavedText(about: string, now: string) {
  const [typed, setTyped] = useState<UnsavedText>(() => unsavedTexts.get(about) ?? { base: now, text: now })
  // Without changes the draft follows the stored text.
  const draft = typed.text === typed.base ? { base: now, text: now } : typed
  const put = (to: UnsavedText): void => {
    if (to.text === to.base) unsavedTexts.delete(about)
    else unsavedTexts.set(about, to)
    setTyped(to)
  }
  return {
    text: draft.text,
    isChanged: draft.text !== draft.base,
    /** Whether another text was stored since the start of editing. */
    isBehind: draft.text !== draft.base && draft.base !== now,
    type: (text: string) => put({ ...draft, text }),
    discard: () => put({ base: now, text: now }),
    done: () => void unsavedTexts.delete(about),
  }
}
