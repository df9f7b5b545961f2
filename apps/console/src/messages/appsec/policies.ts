export const messages = {
  policyDialog: {
    exampleRule: 'deny: AGPL-3.0-only, AGPL-3.0-or-later',
    policySaved: 'Policy saved.',
    policyDeleted: 'Policy deleted.',
    newPolicy: 'New policy',
    deletePermanently: 'Delete permanently',
    savePolicy: 'Save policy',
    theDependencyScannerAppliesThe: 'The dependency scanner applies the category “license”.',
    licenseRulesLinesThatStartWith:
      'License rules: lines that start with “allow:” or “deny:”, followed by comma-separated SPDX identifiers.',
  },
  policies: {
    newPolicy: 'New policy',
    codePolicies: 'Code policies',
    codeRulesOfThisOrganization:
      'Code rules of this organization. Policies of the category “license” are checked against every package.',
    loadingPolicies: 'Loading policies',
    noCodePolicies: 'No code policies',
    startWithLicensesARuleSuchAs:
      'Start with licenses: a rule such as “deny: AGPL-3.0-only, SSPL-1.0” reports packages with these licenses.',
  },
} as const
