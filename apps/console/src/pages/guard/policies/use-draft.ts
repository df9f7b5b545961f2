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

/** The draft of a tenant's policy over the version that is in force. */
export function useDraft(tenant: string, version: number, inForce: string) {
  const [draft, setDraft] = useState<StoredDraft>(() =>
    storedDraft?.tenant === tenant ? storedDraft : { tenant, version, base: inForce, text: inForce },
  )
  // Without own changes the draft follows the active policy.
  const isChanged = draft.text !== draft.base
  const current = isChanged || draft.version === version ? draft : { tenant, version, base: inForce, text: inForce }
  useEffect(() => {
    storedDraft = current.text === current.base ? undefined : current
  })
  return {
    text: current.text,
    base: current.base,
    isChanged: current.text !== current.base,
    /** Somebody saved after the draft was started. */
    isBehind: isChanged && draft.version !== version,
    type: (text: string) => setDraft({ ...current, text }),
    /** Continues from a version: with its text or the edited one. */
    restart: (from: { readonly version: number; readonly base: string }, text = from.base) =>
      setDraft({ tenant, ...from, text }),
  }
}
