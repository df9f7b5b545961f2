import { helmRenderer } from './helm/renderer.ts'
import { kustomizeRenderer } from './kustomize/renderer.ts'
import type { ConfigScannerName } from './names.ts'
import type { Renderer } from './renderer.ts'
import { terraformRenderer } from './terraform/renderer.ts'

/** What makes documents of templates, by the scanner that judges them. A new one is one line here. */
export const RENDERERS: Readonly<Record<ConfigScannerName, readonly Renderer[]>> = {
  IAC: [terraformRenderer],
  K8S: [helmRenderer, kustomizeRenderer],
}
