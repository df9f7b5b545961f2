import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

export interface ModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons at its end; the one that does it comes last. */
  readonly footer?: ReactNode
}

/** The browser's own dialog: focus stays in it, Escape closes it, and what is behind it is out of reach. */
export function Modal({
  open,
  onClose,
  title,
  children,
  footer,
  className,
}: ModalProps & { readonly className: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open && dialog.current?.open === false) {
      dialog.current.showModal()
      // Who opens a form wants to type; the browser would begin at the button that closes it.
      dialog.current.querySelector<HTMLElement>('[data-body] :is(input, textarea, select)')?.focus()
    }
    if (!open) dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={cx('bg-surface text-ink shadow-pop', className)}
    >
      {open && (
        <div className="flex h-full max-h-[inherit] flex-col">
          <header className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4">
            <h2 id={id} className="text-base font-semibold">
              {title}
            </h2>
            <IconButton icon={X} label="Close" onClick={onClose} />
          </header>
          <div data-body className="min-h-0 flex-1 overflow-y-auto p-4">
            {children}
          </div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer>
          )}
        </div>
      )}
    </dialog>
  )
}
