import { cx } from './cx.ts'
import { Modal, type ModalProps } from './modal.tsx'

interface Props extends ModalProps {
  readonly side?: 'left' | 'right'
  /** Whether it is wide enough for two columns. */
  readonly wide?: boolean
}

/** Panel with details next to a list. */
export function Drawer({ side = 'right', wide = false, ...props }: Props) {
  return (
    <Modal
      {...props}
      className={cx(
        'my-0 h-dvh max-h-dvh border-line',
        side === 'right'
          ? cx('mr-0 ml-auto max-w-none border-l', wide ? 'w-[min(1120px,100vw)]' : 'w-[min(640px,100vw)]')
          : 'mr-auto ml-0 w-[min(288px,88vw)] border-r',
      )}
    />
  )
}
