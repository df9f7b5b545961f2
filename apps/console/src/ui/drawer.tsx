import { cx } from './cx.ts'
import { Modal, type ModalProps } from './modal.tsx'

/** Details beside the list that they belong to. */
export function Drawer({ side = 'right', ...props }: ModalProps & { readonly side?: 'left' | 'right' }) {
  return (
    <Modal
      {...props}
      className={cx(
        'my-0 h-dvh max-h-dvh border-line',
        side === 'right'
          ? 'mr-0 ml-auto w-[min(640px,100vw)] max-w-none border-l'
          : 'mr-auto ml-0 w-[min(288px,88vw)] border-r',
      )}
    />
  )
}
