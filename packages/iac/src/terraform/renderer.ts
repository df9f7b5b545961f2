import type { Renderer } from '../renderer.ts'
import { isTerraform, renderTerraform } from './terraform.ts'

/** Terraform configuration. Which folders are modules of others is said in the files: all of a tree are one unit. */
export const terraformRenderer: Renderer = {
  name: 'terraform',
  plan: ({ files }) => {
    const own = files.filter(({ path, size_bytes }) => isTerraform(path) && size_bytes > 0)
    return own.length === 0 ? [] : [{ id: 'all', files: own, replaces: new Set(own.map(({ path }) => path)) }]
  },
  render: (_unit, tree) => renderTerraform(tree),
}
