import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, type FormEvent, type ReactNode } from 'react'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { common } from '../../../messages/common.ts'

interface Props<Made> {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** Label of the create button. */
  readonly does: string
  /** Label of the button that closes the dialog after creation. */
  readonly done: string
  readonly make: () => Promise<Made>
  /** Called when the dialog is closed after creation, to reset the form. */
  readonly onAgain: () => void
  /** Second part of the query keys of the outdated list. */
  readonly stale: string
  /** Form fields, with the error of the last attempt. */
  readonly fields: (error: string | undefined) => ReactNode
  /** Content after creation, shown once. */
  readonly children: (created: Made) => ReactNode
}

/** Form that creates something, and then shows data that is readable only once. */
export function MakeDialog<Made>(props: Props<Made>) {
  const { open, onClose, title, does, done, make, onAgain, stale, fields, children } = props
  const form = useId()
  const queries = useQueryClient()
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: make,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['appsec', stale] }),
  })
  const close = (): void => {
    // A secret must not stay in memory after the dialog is closed.
    reset()
    if (data !== undefined) onAgain()
    onClose()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      footer={
        data === undefined ? (
          <>
            <Button onClick={close}>{common.cancel}</Button>
            <Button look="primary" type="submit" form={form} busy={isPending}>
              {does}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={close}>
            {done}
          </Button>
        )
      }
    >
      {data === undefined ? (
        <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
          {fields(error === null ? undefined : explain(error).sentence)}
        </form>
      ) : (
        children(data)
      )}
    </Dialog>
  )
}
