export const messages = {
  serverDefaults: {
    builtIn: 'Built-in',
    configurationFile: 'Configuration file',
    console: 'Console',
    unchanged: 'unchanged',
    policyMode: 'policy mode',
    input: 'Input',
    unavailable: 'Unavailable',
    invalid: 'Invalid',
    serverDefaults: 'Server defaults',
    defaultSettingsOfEachGuardFor:
      'Default settings of each guard for tenants and requests without their own. Changes take effect on all instances within one second.',
    findAGuard: 'Find a guard',
    loadingDefaults: 'Loading defaults',
    noMatchingGuards: 'No matching guards',
    enterAShorterPartOfTheName: 'Enter a shorter part of the name.',
    guardDefault: 'guard default',
    onlyYourChangesAreStoredOther:
      'Only your changes are stored. Other settings come from the configuration file and the build.',
    resetToDefault: 'Reset to default',
    theSettingsOfThisPageAre:
      'The settings on this page are deleted. The configuration file or the built-in default applies.',
    builtInAndFileSettings: 'Built-in and file settings',
    version: 'Version {version} {span}',
    by: '{time} by {updatedBy}',
  },
} as const
