import { Modal, type ModalProps } from './modal.tsx'

/** Modal dialog for a question or a short form. */
export function Dialog(props: ModalProps) {
  return (
    <Modal
      {...props}
      className="appear m-auto max-h-[min(86dvh,720px)] w-[min(560px,calc(100vw-32px))] overflow-hidden rounded-lg border border-line"
    />
  )
}
