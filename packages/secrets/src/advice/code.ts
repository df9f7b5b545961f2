import type { Advice } from '../rules/rule.ts'

/** Source hosts, build servers and their tools. */
export default {
  GitHub: {
    severity: 'CRITICAL',
    grants: 'read and write repositories, packages and workflows within its scopes',
    revoke:
      'Delete it under Settings > Developer settings; for an app, revoke the token or its authorization. GitHub revokes tokens in public repositories automatically.',
  },
  GitLab: {
    severity: 'CRITICAL',
    grants: 'read and write projects within its scopes',
    revoke: 'Revoke it under Preferences > Access tokens, or in the settings of the project or group.',
    kinds: {
      gitlab_deploy_token: { severity: 'HIGH', grants: 'pull code, packages and images of the project' },
      gitlab_runner_token: {
        severity: 'HIGH',
        grants: 'register as a runner, which receives jobs and their CI/CD variables',
        revoke: 'Reset it in the settings of the runner.',
      },
      gitlab_registration_token: {
        severity: 'HIGH',
        grants: 'register runners, which receive jobs and their CI/CD variables',
        revoke: 'Reset the registration token under CI/CD settings.',
      },
      gitlab_trigger_token: {
        severity: 'MEDIUM',
        grants: 'start pipelines',
        revoke: 'Delete the trigger under CI/CD settings.',
      },
      gitlab_job_token: { severity: 'MEDIUM', grants: 'act for one job while it runs' },
      gitlab_feature_flag_token: { severity: 'LOW', grants: 'read feature flags' },
      gitlab_feed_token: { severity: 'MEDIUM', grants: 'read activity and calendar feeds of its user' },
      gitlab_mail_token: { severity: 'MEDIUM', grants: 'create issues by e-mail on behalf of its user' },
      gitlab_agent_token: { grants: 'connect as an agent of a Kubernetes cluster' },
      gitlab_scim_token: { grants: 'create and remove users of the group' },
      gitlab_session: {
        grants: 'use the session of its user until it ends',
        revoke: 'End the session under Preferences > Active sessions.',
      },
    },
  },
  Atlassian: {
    severity: 'CRITICAL',
    grants: 'read and write Jira, Confluence or Bitbucket as its user',
    revoke: 'Revoke it in the Atlassian account under Security > API tokens.',
    kinds: {
      bitbucket_app_password: {
        grants: 'read and write repositories within its scopes',
        revoke: 'Revoke it under Personal settings > App passwords.',
      },
      bitbucket_client_secret: {
        severity: 'HIGH',
        grants: 'act as the OAuth consumer',
        revoke: 'Delete the consumer in the workspace settings and create a new one.',
      },
      trello_token: {
        severity: 'HIGH',
        grants: "read and edit the user's boards",
        revoke: 'Revoke it in Trello under Settings > Applications.',
      },
      trello_key: {
        severity: 'MEDIUM',
        grants: 'identify as the application to Trello, which requires a token for access',
      },
    },
  },
  CircleCI: {
    severity: 'HIGH',
    grants: 'start pipelines and read their settings',
    revoke: 'Remove it under User settings > Personal API tokens, or in the project settings.',
  },
  Buildkite: {
    severity: 'HIGH',
    grants: 'read builds or run as an agent that receives jobs',
    revoke: 'Revoke it under API access tokens, or the cluster token in the settings of its cluster.',
  },
  'Travis CI': {
    severity: 'HIGH',
    grants: 'start and read builds of its user',
    revoke: 'Regenerate it in Travis CI under Settings.',
  },
  Drone: {
    severity: 'HIGH',
    grants: 'start builds and read secrets of repositories as its user',
    revoke: 'Rotate the token in the account settings of the server.',
  },
  Harness: {
    severity: 'HIGH',
    grants: 'deploy with the roles of its user or service account',
    revoke: 'Delete it in the profile under My API keys.',
  },
  'Octopus Deploy': {
    severity: 'CRITICAL',
    grants: 'deploy to environments as its user',
    revoke: 'Revoke it in the profile under My API keys.',
  },
  Codecov: {
    severity: 'MEDIUM',
    grants: 'upload coverage reports or read those of private repositories',
    revoke: 'Regenerate it in the settings of the repository.',
  },
  SonarSource: {
    severity: 'MEDIUM',
    grants: 'analyze projects and read their source as its user',
    revoke: 'Revoke it under My account > Security.',
  },
  Snyk: {
    severity: 'HIGH',
    grants: 'read vulnerability data of the organization as its user',
    revoke: 'Revoke it under Account settings.',
  },
  Sourcegraph: {
    severity: 'HIGH',
    grants: 'search and read all code that its user may read',
    revoke: 'Delete it under Settings > Access tokens.',
  },
  HashiCorp: {
    severity: 'CRITICAL',
    grants: 'read secrets or infrastructure state within its policies',
    revoke: 'Run `vault token revoke` for it; delete a Terraform token under Tokens of the user or organization.',
  },
  Pulumi: {
    severity: 'HIGH',
    grants: 'read and change stacks and their secrets',
    revoke: 'Delete it under Account settings > Access tokens.',
  },
  Infracost: {
    severity: 'LOW',
    grants: 'call the pricing service on behalf of the organization',
    revoke: 'Regenerate it under Org settings.',
  },
  Prefect: {
    severity: 'HIGH',
    grants: 'run and change flows of the workspace',
    revoke: 'Delete it in the profile under API keys.',
  },
  Postman: {
    severity: 'HIGH',
    grants: 'read collections and environments, which often contain further secrets',
    revoke: 'Revoke it under Settings > API keys.',
  },
  Doppler: {
    severity: 'CRITICAL',
    grants: 'read the secrets of its projects and environments',
    revoke: 'Revoke it under Access of the config, or under Tokens of the workplace.',
  },
  '1Password': {
    severity: 'CRITICAL',
    grants: 'read the vaults that the service account may read',
    revoke: 'Rotate or delete the service account under Developer tools.',
    kinds: {
      onepassword_secret_key: {
        grants: 'use it as one of the two secrets that unlock the account',
        revoke: 'Regenerate the Secret Key under My profile.',
      },
    },
  },
  Bitwarden: {
    severity: 'CRITICAL',
    grants: 'read the secrets of its machine account',
    revoke: 'Revoke it in the machine account under Access tokens.',
  },
  Infisical: {
    severity: 'CRITICAL',
    grants: 'read the secrets of its project and environment',
    revoke: 'Delete it under Access control of the project.',
  },
  Authress: {
    severity: 'HIGH',
    grants: 'act as the service client',
    revoke: 'Remove the access key of the client in the management portal.',
  },
} satisfies Advice
