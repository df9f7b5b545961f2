import type { OwnReader, TreeWriter } from '../own-grammar.ts'
import { HCL_FIELDS, HCL_KINDS, type HclNode } from './node.ts'
import { parseHcl } from './parse.ts'

/** Parses HCL for rules. The tree has no comments, since no rule needs them. */
export const hclReader: OwnReader = { kinds: HCL_KINDS, fields: HCL_FIELDS, read: writeHcl }

function writeHcl(text: string, writer: TreeWriter): void {
  const open: { readonly one: HclNode; child: number }[] = [{ one: parseHcl(text), child: 0 }]
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = top.one.children[top.child]
    if (child === undefined) {
      open.pop()
      // The caller opens and closes the root.
      if (open.length > 0) writer.close(top.one.end)
      continue
    }
    top.child += 1
    if (child.kind === 'ERROR' || child.kind === 'missing') writer.unread(child.start, child.end)
    else if (child.kind === 'comment') continue
    else if (child.children.length === 0) writer.leaf(child.kind, child.start, child.end, child.field)
    else {
      writer.open(child.kind, child.start, child.field)
      open.push({ one: child, child: 0 })
    }
  }
}
