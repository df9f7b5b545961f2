import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { baseOf } from '../read/paths.ts'

/** Files of unsupported package managers, by display name. */
const MANAGERS: Readonly<Record<string, string>> = {
  'bower.json': 'Bower',
  'cabal.project.freeze': 'Cabal',
  'Cartfile.resolved': 'Carthage',
  'conda-lock.yml': 'conda',
  'cpanfile.snapshot': 'Carton',
  'deno.lock': 'Deno',
  'elm.json': 'Elm',
  'environment.yaml': 'conda',
  'environment.yml': 'conda',
  'MODULE.bazel.lock': 'Bazel',
  'paket.lock': 'Paket',
  'pixi.lock': 'Pixi',
  'Podfile.lock': 'CocoaPods',
  'rebar.lock': 'rebar3',
  'renv.lock': 'renv',
  'shard.lock': 'Shards',
  'stack.yaml.lock': 'Stack',
  'vcpkg.json': 'vcpkg',
}

/** Other programs call files `environment.yml`, too. */
const OF_CONDA = /^dependencies:/m

/** Existing packages that cannot be listed: a gap, so that a scan without findings does not look complete. */
export default defineManifest({
  name: 'unread-managers',
  names: Object.keys(MANAGERS),
  ecosystem: 'others',
  kind: 'lock',
  parse({ path, text }) {
    const draft = newDraft()
    const name = baseOf(path)
    if (!name.startsWith('environment.') || OF_CONDA.test(text)) {
      draft.gap('unparsed', `It lists packages of ${MANAGERS[name]}, an unsupported package manager.`)
    }
    return draft.finish()
  },
})
