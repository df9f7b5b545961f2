import { useEffect, useState } from 'react'
import { onSwitch } from '../../../api/switched.ts'

/** Edited text and its base. */
interface StoredDraft {
  readonly tenant: string
  readonly version: number
  readonly base: string
  readonly text: string
}

/** Keeps unsaved text until the tab is closed. */
let storedDraft: StoredDraft | undefined
onSwitch('guard', () => (storedDraft = undefined))

/** Manages the draft of a tenant's policy and its base version. */
export function useDraft(tenant: string, version: number, inForce: string) {
  const [draft, setDraft] = useState<StoredDraft>(() =>
    storedDraft?.tenant === tenant ? storedDraft : { tenant, version, base: inForce, text: inForce },
  )
  // Without changes the draft follows the active policy.
  const isChanged = draft.text !== draft.base
  const current = isChanged || draft.version === version ? draft : { tenant, version, base: inForce, text: inForce }
  useEffect(() => {
    storedDraft = current.text === current.base ? undefined : current
  })
  return {
    text: current.text,
    base: current.base,
    isChanged: current.text !== current.base,
    /** Whether a new version was saved after the start of editing. */
    isBehind: isChanged && draft.version !== version,
    type: (text: string) => setDraft({ ...current, text }),
    /** Continues from a version, with its text or the edited text. */
    restart: (from: { readonly version: number; readonly base: string }, text = from.base) =>
      setDraft({ tenant, ...from, text }),
  }
}
