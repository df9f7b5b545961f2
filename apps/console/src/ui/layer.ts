import { createContext, useContext } from 'react'

/** Open dialog around a component. Floating elements must be rendered in it, because nothing outside is above it. */
const Layer = createContext<HTMLElement | null>(null)

export const LayerProvider = Layer.Provider

/** Returns the container for tooltips and menus. */
export function useLayer(): HTMLElement | null {
  return useContext(Layer)
}
