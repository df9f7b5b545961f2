import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/organization.ts'

const NONE = { currentPassword: '', newPassword: '' }

/** Changes the password of the signed-in user. */
export function PasswordDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [form, setForm] = useState(NONE)
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => appsec.changePassword({ body: form }),
    onSuccess() {
      toast(messages.passwordDialog.passwordChangedAllOther)
      close()
    },
  })
  const close = (): void => {
    // Passwords must not stay in memory after the dialog is closed.
    setForm(NONE)
    reset()
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
      title={messages.passwordDialog.changePassword}
      footer={
        <>
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="password" busy={isPending}>
            {messages.passwordDialog.changePassword}
          </Button>
        </>
      }
    >
      <form id="password" onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={messages.passwordDialog.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={form.currentPassword}
          error={error === null ? undefined : explain(error).sentence}
          onText={(currentPassword) => setForm({ ...form, currentPassword })}
        />
        <TextField
          label={messages.passwordDialog.newPassword}
          help={messages.passwordDialog.atLeast10Characters}
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={200}
          value={form.newPassword}
          onText={(newPassword) => setForm({ ...form, newPassword })}
        />
      </form>
    </Dialog>
  )
}
