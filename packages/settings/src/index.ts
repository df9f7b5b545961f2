export { isLocalMode, isLoopbackHost } from './cross-checks.ts'
export { documentationUrl } from './documentation.ts'
export { CONFIG_BYTES_MAX, type GuardrailDefaults } from './file.ts'
export { printSettings } from './print.ts'
export { settingsReference } from './reference.ts'
export {
  type Origin,
  resolveSettings,
  type SettingKey,
  type Settings,
  type SettingsSource,
  type SettingValues,
} from './resolve.ts'
