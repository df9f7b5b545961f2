import type { FixDraft, Fixer } from '../draft.ts'
import { entryOf, withYamlValue, yamlAt } from '../text/yaml.ts'
import { yamlSettings } from './advice.ts'
import { knownDigest } from './known-references.ts'
import { withRange } from './ranges.ts'

/** What to check before a setting is applied. */
const CHECKS: Readonly<Record<string, string>> = {
  'k8s-non-root-not-set': 'The pod does not start if its image runs as root. Check the USER of the image.',
  'k8s-writable-root-filesystem': 'Programs that write outside of volumes fail. Mount an emptyDir for these paths.',
  'k8s-no-cpu-limit': 'Set the limit to the usage of the container.',
  'k8s-no-memory-limit': 'The container is restarted above the limit. Set the limit to its usage.',
  'k8s-capabilities-not-dropped':
    'Programs that need a capability fail. Add back the capabilities that the program needs.',
  'k8s-service-account-token-mounted':
    'Programs that call the Kubernetes API fail. Check whether the pod calls the API.',
  'k8s-seccomp-not-set': 'Rarely used system calls are denied. Test the program with the RuntimeDefault profile.',
}

/** Adds the setting that the description of a rule names to the container or the pod. */
export const fixKubernetes: Fixer = async (target, files) => {
  const { filePath, ruleId, startLine, startColumn } = target
  const text = await files.read(filePath)
  if (text === undefined || !/\.ya?ml$/i.test(filePath)) return []
  const rule = ruleId.slice(ruleId.indexOf('/') + 1)
  if (rule === 'k8s-image-without-digest' || rule === 'k8s-image-latest-tag') return pinned(target, files)
  const settings = yamlSettings(target.description ?? '')
  const place = yamlAt(text, startLine, startColumn)
  const map = place?.maps.find((one) =>
    entryOf(one, rule === 'k8s-service-account-token-mounted' ? 'containers' : 'image'),
  )
  if (map === undefined || settings.length === 0) return []
  let changed: string | undefined = text
  for (const { path, value } of settings) changed = changed === text ? withYamlValue(text, map, path, value) : undefined
  if (changed === undefined) return []
  const written = settings.map(({ path, value }) => `${path.join('.')}: ${value}`).join(', ')
  const check = CHECKS[rule]
  return [{ title: `Set ${written}.`, edits: new Map([[filePath, changed]]), ...(check !== undefined && { check }) }]
}

/** Pins an image to the digest that another file of the source names for the same tag. */
const pinned: Fixer = async (target, files): Promise<readonly FixDraft[]> => {
  const text = (await files.read(target.filePath))!
  const written = withRange(text, target)
  const image = /(?:^|\s)["']?([\w./:-]+:[\w.-]+)["']?$/.exec(written?.text ?? '')?.[1]
  const digest = image === undefined ? undefined : await knownDigest(image, files)
  if (written === undefined || image === undefined || digest === undefined) return []
  const changed = written.replacedBy(written.text.replace(image, `${image}@${digest}`))
  return [
    {
      title: `Pin ${image} to the digest that the source uses elsewhere.`,
      edits: new Map([[target.filePath, changed]]),
    },
  ]
}
