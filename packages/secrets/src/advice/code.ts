import type { Advice } from '../rules/rule.ts'

/** Source hosts, build servers and their tools. */
export default {
  GitHub: {
    severity: 'CRITICAL',
    grants: 'reads and writes repositories, packages and workflows within its scopes',
    revoke:
      'Delete it under Settings, Developer settings; for an app, revoke the token or its authorization. GitHub revokes tokens in public repositories automatically.',
  },
  GitLab: {
    severity: 'CRITICAL',
    grants: 'reads and writes projects within its scopes',
    revoke: 'Revoke it under Preferences, Access tokens, or in the settings of the project or group.',
    kinds: {
      gitlab_deploy_token: { severity: 'HIGH', grants: 'pulls code, packages and images of the project' },
      gitlab_runner_token: {
        severity: 'HIGH',
        grants: 'registers as a runner, which receives jobs and their CI/CD variables',
        revoke: 'Reset it in the settings of the runner.',
      },
      gitlab_registration_token: {
        severity: 'HIGH',
        grants: 'registers runners, which receive jobs and their CI/CD variables',
        revoke: 'Reset the registration token under CI/CD settings.',
      },
      gitlab_trigger_token: {
        severity: 'MEDIUM',
        grants: 'starts pipelines',
        revoke: 'Delete the trigger under CI/CD settings.',
      },
      gitlab_job_token: { severity: 'MEDIUM', grants: 'acts for one job while it runs' },
      gitlab_feature_flag_token: { severity: 'LOW', grants: 'reads feature flags' },
      gitlab_feed_token: { severity: 'MEDIUM', grants: 'reads activity and calendar feeds of its user' },
      gitlab_mail_token: { severity: 'MEDIUM', grants: 'creates issues by mail on behalf of its user' },
      gitlab_agent_token: { grants: 'connects as an agent of a Kubernetes cluster' },
      gitlab_scim_token: { grants: 'creates and removes users of the group' },
      gitlab_session: {
        grants: 'is logged in as its user until the session ends',
        revoke: 'End the session under Preferences, Active sessions.',
      },
    },
  },
  Atlassian: {
    severity: 'CRITICAL',
    grants: 'reads and writes Jira, Confluence or Bitbucket as its user',
    revoke: 'Revoke it under Security, API tokens of the Atlassian account.',
    kinds: {
      bitbucket_app_password: {
        grants: 'reads and writes repositories within its scopes',
        revoke: 'Revoke it under Personal settings, App passwords.',
      },
      bitbucket_client_secret: {
        severity: 'HIGH',
        grants: 'acts as the OAuth consumer',
        revoke: 'Delete the consumer in the workspace settings and create a new one.',
      },
      trello_token: {
        severity: 'HIGH',
        grants: 'reads and writes boards of its user',
        revoke: 'Revoke it under Settings, Applications of Trello.',
      },
      trello_key: { severity: 'MEDIUM', grants: 'names the application to Trello and is of use with a token' },
    },
  },
  CircleCI: {
    severity: 'HIGH',
    grants: 'starts pipelines and reads their settings',
    revoke: 'Remove it under User settings, Personal API tokens, or in the project settings.',
  },
  Buildkite: {
    severity: 'HIGH',
    grants: 'reads builds or runs as an agent that receives jobs',
    revoke: 'Revoke it under API access tokens, or the cluster token in the settings of its cluster.',
  },
  'Travis CI': {
    severity: 'HIGH',
    grants: 'starts and reads builds of its user',
    revoke: 'Regenerate it under Settings of Travis CI.',
  },
  Drone: {
    severity: 'HIGH',
    grants: 'starts builds and reads secrets of repositories as its user',
    revoke: 'Rotate the token in the account settings of the server.',
  },
  Harness: {
    severity: 'HIGH',
    grants: 'deploys with the roles of its user or service account',
    revoke: 'Delete it under My API keys of the profile.',
  },
  'Octopus Deploy': {
    severity: 'CRITICAL',
    grants: 'deploys to environments as its user',
    revoke: 'Revoke it under My API keys of the profile.',
  },
  Codecov: {
    severity: 'MEDIUM',
    grants: 'uploads coverage reports or reads those of private repositories',
    revoke: 'Regenerate it in the settings of the repository.',
  },
  SonarSource: {
    severity: 'MEDIUM',
    grants: 'analyses projects and reads their source as its user',
    revoke: 'Revoke it under My account, Security.',
  },
  Snyk: {
    severity: 'HIGH',
    grants: 'reads vulnerability data of the organisation as its user',
    revoke: 'Revoke it under Account settings.',
  },
  Sourcegraph: {
    severity: 'HIGH',
    grants: 'searches and reads all code that its user may read',
    revoke: 'Delete it under Settings, Access tokens.',
  },
  HashiCorp: {
    severity: 'CRITICAL',
    grants: 'reads secrets or infrastructure state within its policies',
    revoke: 'Run `vault token revoke` for it; delete a Terraform token under Tokens of the user or organisation.',
  },
  Pulumi: {
    severity: 'HIGH',
    grants: 'reads and changes stacks and their secrets',
    revoke: 'Delete it under Account settings, Access tokens.',
  },
  Infracost: {
    severity: 'LOW',
    grants: 'calls the pricing service on behalf of the organisation',
    revoke: 'Regenerate it under Org settings.',
  },
  Prefect: {
    severity: 'HIGH',
    grants: 'runs and changes flows of the workspace',
    revoke: 'Delete it under API keys of the profile.',
  },
  Postman: {
    severity: 'HIGH',
    grants: 'reads collections and environments, which often contain further secrets',
    revoke: 'Revoke it under Settings, API keys.',
  },
  Doppler: {
    severity: 'CRITICAL',
    grants: 'reads the secrets of its projects and environments',
    revoke: 'Revoke it under Access of the config, or under Tokens of the workplace.',
  },
  '1Password': {
    severity: 'CRITICAL',
    grants: 'reads the vaults that the service account may read',
    revoke: 'Rotate or delete the service account under Developer tools.',
    kinds: {
      onepassword_secret_key: {
        grants: 'has one of the two secrets that unlock the account',
        revoke: 'Regenerate the Secret Key under My profile.',
      },
    },
  },
  Bitwarden: {
    severity: 'CRITICAL',
    grants: 'reads the secrets of its machine account',
    revoke: 'Revoke it under Access tokens of the machine account.',
  },
  Infisical: {
    severity: 'CRITICAL',
    grants: 'reads the secrets of its project and environment',
    revoke: 'Delete it under Access control of the project.',
  },
  Authress: {
    severity: 'HIGH',
    grants: 'acts as the service client',
    revoke: 'Remove the access key of the client in the management portal.',
  },
} satisfies Advice
