import { useEffect, useState } from 'react'
import { onSwitch } from '../../../api/switched.ts'

/** A text that is being changed, and what it began as. */
interface Kept {
  readonly tenant: string
  readonly version: number
  readonly base: string
  readonly text: string
}

/** Leaving the page keeps what was typed until the tab is closed. */
let kept: Kept | undefined
onSwitch('guard', () => (kept = undefined))

/** The draft of a tenant's policy over the version that is in force. */
export function useDraft(tenant: string, version: number, inForce: string) {
  const [draft, setDraft] = useState<Kept>(() =>
    kept?.tenant === tenant ? kept : { tenant, version, base: inForce, text: inForce },
  )
  // Without changes of one's own there is nothing to keep: the draft follows what is in force.
  const isChanged = draft.text !== draft.base
  const current = isChanged || draft.version === version ? draft : { tenant, version, base: inForce, text: inForce }
  useEffect(() => {
    kept = current.text === current.base ? undefined : current
  })
  return {
    text: current.text,
    base: current.base,
    isChanged: current.text !== current.base,
    /** Somebody has saved since the draft was begun. */
    isBehind: isChanged && draft.version !== version,
    type: (text: string) => setDraft({ ...current, text }),
    /** Goes on from a version: with its text, or with the one that was typed. */
    restart: (from: { readonly version: number; readonly base: string }, text = from.base) =>
      setDraft({ tenant, ...from, text }),
  }
}
