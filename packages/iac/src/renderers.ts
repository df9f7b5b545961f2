import { helmRenderer } from './helm/renderer.ts'
import { kustomizeRenderer } from './kustomize/renderer.ts'
import type { ConfigScannerName } from './names.ts'
import type { Renderer } from './renderer.ts'
import { terraformRenderer } from './terraform/renderer.ts'

/** Renderers by scanner. A new renderer is one line here. */
export const RENDERERS: Readonly<Record<ConfigScannerName, readonly Renderer[]>> = {
  IAC: [terraformRenderer],
  K8S: [helmRenderer, kustomizeRenderer],
}
