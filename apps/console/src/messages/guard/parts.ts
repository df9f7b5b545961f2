import { counted, type Text } from '../plural.ts'

export const messages = {
  definitionDrawer: {
    new: (subject: Text) => `New ${subject}`,
    saved: (name: Text) => `${name} saved.`,
    saved2: (name: Text, warning: Text) => `${name} saved. ${warning}`,
    theNameIsAlreadyInUseOpenThe: (subject: Text) =>
      `The name is already in use. Open the existing ${subject} in the list.`,
    thisItemWasChangedInThe: 'This item was changed in the meantime. Saving overwrites those changes.',
    yamlOfThe: (subject: Text) => `YAML of the ${subject}`,
    create: 'Create',
    save: 'Save',
    discardChanges: 'Discard changes',
    text: (name: Text, result: Text) => `${name} ${result}.`,
    deleted: 'deleted',
    resetToTheDefault: 'reset to the default',
    delete: (name: Text) => `Delete ${name}?`,
  },
  definitions: {
    new: (subject: Text) => `New ${subject}`,
    loading: (label: Text) => `Loading ${label}`,
  },
  definitionForm: {
    set: 'Set',
    problems: (wrong: number) => counted(wrong, 'problem', 'problems'),
    onePerLine: 'One per line.',
    noEntriesEditThisFieldInThe: 'No entries. Edit this field in the YAML.',
    editThisFieldInTheYaml: 'Edit this field in the YAML.',
    default: (standard: Text) => `Default (${standard})`,
  },
  linesField: {
    theValueCannotBeShownAsLines: 'The value cannot be displayed as lines. Edit it in the YAML.',
  },
  rowsField: {
    theValueCannotBeShownAsRows: 'The value cannot be displayed as rows. Edit it in the YAML.',
    removeRow: (label: Text, at: Text) => `${label}: remove row ${at}`,
  },
  scoped: {
    keyOfScopeAdminRequired: 'Admin scope required',
    tenantKeyRequired: 'Tenant key required',
    changeKey: 'Change key',
    thisPageRequiresAKeyOfScope:
      'This page requires a key with the admin scope. The current key can only test text and view some lists.',
    thisPageRequiresAKeyOfATenant: 'This page requires a tenant key. The admin key manages tenants only.',
  },
  secretOnce: {
    copy: (label: Text) => `Copy ${label}`,
    copyThisValueNowItCannotBe: 'Copy this value now. It cannot be shown again.',
  },
  yamlText: {
    theDocumentMustBeAYamlMapping: 'The document must be a YAML mapping.',
  },
} as const
