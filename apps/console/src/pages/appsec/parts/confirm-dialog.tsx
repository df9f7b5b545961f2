import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { common } from '../../../messages/common.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** Label of the button: the action, not "OK". */
  readonly does: string
  readonly busy?: boolean
  readonly onYes: () => void
  readonly children: ReactNode
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog({ open, onClose, title, does, busy = false, onYes, children }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" busy={busy} onClick={onYes}>
            {does}
          </Button>
        </>
      }
    >
      <p className="text-sm">{children}</p>
    </Dialog>
  )
}
