import { createContext, useContext } from 'react'

/** The open dialog around a part: what floats must be drawn in it, since nothing outside it is above it. */
const Layer = createContext<HTMLElement | null>(null)

export const LayerProvider = Layer.Provider

/** Where tooltips and menus are drawn. */
export function useLayer(): HTMLElement | null {
  return useContext(Layer)
}
