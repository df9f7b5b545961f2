import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useLayer } from './layer.ts'

/** Tooltip for a hovered or focused element. Must never be the only location of information. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={350}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={useLayer()}>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="appear z-50 max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-pop"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
