import type { ReactNode } from 'react'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { WrongLine } from './wrong-line.tsx'
import { common } from '../../../messages/common.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** Label of the confirmation button. */
  readonly action: string
  readonly busy: boolean
  readonly error: unknown
  readonly onConfirm: () => void
  /** Consequences of the action. */
  readonly children: ReactNode
}

/** Asks for confirmation of an irreversible action. */
export function Confirm({ open, onClose, title, action, busy, error, onConfirm, children }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <div>{children}</div>
        <WrongLine text={error === null || error === undefined ? undefined : explain(error).sentence} />
      </div>
    </Dialog>
  )
}
