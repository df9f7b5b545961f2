import type { Renderer } from '../renderer.ts'
import { isTerraform, renderTerraform } from './terraform.ts'

/** Terraform configuration. The files themselves call their modules, so a whole tree is one unit. */
export const terraformRenderer: Renderer = {
  name: 'terraform',
  plan: ({ files }) => {
    const own = files.filter(({ path, size_bytes }) => isTerraform(path) && size_bytes > 0)
    return own.length === 0 ? [] : [{ id: 'all', files: own, replaces: new Set(own.map(({ path }) => path)) }]
  },
  render: (_unit, tree) => renderTerraform(tree),
}
