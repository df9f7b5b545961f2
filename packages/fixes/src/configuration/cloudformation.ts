import { isMap } from 'yaml'
import type { Fixer } from '../draft.ts'
import { entryOf, withYamlValue, yamlAt } from '../text/yaml.ts'
import { yamlSettings } from './advice.ts'

/** Rules whose setting replaces the resource and its data. */
const REPLACES = /-unencrypted(?:-off)?$/

/** Sets the property that the description of a rule names. */
export const fixCloudFormation: Fixer = async (target, files) => {
  const { filePath, ruleId, startLine, startColumn, description = '' } = target
  if (!ruleId.startsWith('iac/cfn-') || REPLACES.test(ruleId)) return []
  const text = await files.read(filePath)
  const resource =
    text === undefined ? undefined : yamlAt(text, startLine, startColumn)?.maps.find((map) => entryOf(map, 'Type'))
  const settings = yamlSettings(description)
  const [setting] = settings
  if (text === undefined || resource === undefined || setting === undefined || settings.length > 1) return []
  if (!isMap(entryOf(resource, 'Properties')?.value)) return []
  const changed = withYamlValue(text, resource, ['Properties', ...setting.path], setting.value)
  if (changed === undefined) return []
  const check = 'Create a change set, and check that no resource is replaced.'
  return [{ title: `Set ${setting.path.join('.')}: ${setting.value}.`, edits: new Map([[filePath, changed]]), check }]
}
