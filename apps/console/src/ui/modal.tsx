import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { LayerProvider } from './layer.ts'
import { common } from '../messages/common.ts'

export interface ModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons in the footer; the primary button is last. */
  readonly footer?: ReactNode
}

/** Native dialog: traps the focus, closes with Escape, and makes the page behind it inert. */
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
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (open && dialog.current?.open === false) {
      dialog.current.showModal()
      // Focus moves to the first field of a form; the browser would focus the close button.
      dialog.current.querySelector<HTMLElement>('[data-body] :is(input, textarea, select)')?.focus()
    }
    if (!open) dialog.current?.close()
  }, [open])
  useEffect(() => setLayer(dialog.current), [])
  // A tooltip consumes Escape, so that the dialog listens too. An open menu has priority.
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOurs = (event.target as HTMLElement).closest('dialog') === dialog.current
    if (event.key === 'Escape' && isOurs && dialog.current?.querySelector('[role=menu]') === null) onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // React propagates the close event of a nested dialog to this one.
      onClose={(event) => event.target === dialog.current && onClose()}
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={cx('bg-surface text-ink shadow-pop', className)}
    >
      {open && (
        <LayerProvider value={layer}>
          <Inside id={id} title={title} onClose={onClose} footer={footer}>
            {children}
          </Inside>
        </LayerProvider>
      )}
    </dialog>
  )
}

interface InsideProps extends Omit<ModalProps, 'open'> {
  readonly id: string
}

function Inside({ id, title, onClose, footer, children }: InsideProps) {
  return (
    <div className="flex h-full max-h-[inherit] flex-col">
      <header className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <button
          type="button"
          aria-label={common.close}
          onClick={onClose}
          className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <X size={16} aria-hidden />
        </button>
      </header>
      {/* The body scrolls: without a focusable element it could not be scrolled with the keyboard. */}
      <div data-body tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-4">
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer>
      )}
    </div>
  )
}
