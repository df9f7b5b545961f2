import { messages } from '../messages/shell.ts'
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-sm font-semibold tracking-tight">
      <img src="/icon.svg" alt="" width={22} height={22} />
      {messages.logo.gatehouse}
    </span>
  )
}
