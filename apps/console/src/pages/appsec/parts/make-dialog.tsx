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
  /** On the button that makes it. */
  readonly does: string
  /** On the button that closes the dialog when it is made. */
  readonly done: string
  readonly make: () => Promise<Made>
  /** It is made, and the dialog was closed: the form may begin anew. */
  readonly onAgain: () => void
  /** The list that it belongs to now, as the second word of query keys. */
  readonly stale: string
  /** The form, with what was wrong with the last try. */
  readonly fields: (error: string | undefined) => ReactNode
  /** What is to be said of it, this once. */
  readonly children: (made: Made) => ReactNode
}

/** A form that makes something, and then says what can be read this once. */
export function MakeDialog<Made>(props: Props<Made>) {
  const { open, onClose, title, does, done, make, onAgain, stale, fields, children } = props
  const form = useId()
  const queries = useQueryClient()
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: make,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['appsec', stale] }),
  })
  const close = (): void => {
    // A secret must not stay in the page longer than it is looked at.
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
