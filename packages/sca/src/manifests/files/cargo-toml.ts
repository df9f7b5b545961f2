import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { readToml } from '../read/toml.ts'
import { at, tableOf, textOf } from '../read/value.ts'

/** Direct dependencies of a Rust project without a lock file. */
export default defineManifest({
  name: 'cargo-toml',
  names: ['Cargo.toml'],
  ecosystem: 'crates.io',
  kind: 'manifest',
  parse(file) {
    const draft = newDraft()
    const manifest = readToml(file.text)
    for (const [field, scope] of [
      ['dependencies', 'runtime'],
      ['build-dependencies', 'dev'],
      ['dev-dependencies', 'dev'],
    ] as const) {
      for (const [alias, value] of tableOf(at(manifest, field)).entries) {
        const text = textOf(value) ?? textOf(at(value, 'version'))
        if (text === undefined) continue
        const name = textOf(at(value, 'package')) ?? alias
        draft.add({ key: name, purl: { type: 'cargo', name, version: /^=\s*(\d\S*)$/.exec(text)?.[1] }, wanted: text })
        draft.root(name, scope)
      }
    }
    return draft.finish()
  },
})
