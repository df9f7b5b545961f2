import { useState, type FormEvent } from 'react'
import { explain } from '../../api/explain.ts'

/** Sends a form, one request at a time. Keeps the input after a failure. */
export function useForm(send: (fields: FormData) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setError(undefined)
    send(new FormData(form))
      .then(() => form.reset())
      .catch((thrown: unknown) => setError(explain(thrown).sentence))
      .finally(() => setBusy(false))
  }
  return { busy, error, onSubmit }
}

/** Returns the text of a field; undefined if it is empty. */
export function textOf(fields: FormData, name: string): string | undefined {
  const value = fields.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
