import type { Advice } from '../rules/rule.ts'

/** Cloud, hosting and infrastructure vendors. */
export default {
  'Amazon Web Services': {
    severity: 'CRITICAL',
    grants: 'calls AWS with every permission of the identity that it belongs to',
    revoke:
      'Deactivate the key under Security credentials of its IAM user, check CloudTrail for use of the key, create a new key, then delete the old one.',
    kinds: {
      aws_access_key_id: {
        severity: 'HIGH',
        grants: 'has the public half of a key pair that calls AWS; the secret key is often nearby',
      },
      aws_session_token: { severity: 'HIGH', grants: 'calls AWS until the session ends' },
      aws_bedrock_key: {
        grants: 'runs models on Bedrock at your cost',
        revoke: 'Delete the service-specific credential of its IAM user.',
      },
      aws_bedrock_short_key: {
        severity: 'HIGH',
        grants: 'runs models on Bedrock for up to twelve hours',
        revoke: 'Revoke the sessions of the role that it was made from.',
      },
    },
  },
  'Google Cloud': {
    severity: 'HIGH',
    grants: 'calls the Google APIs that it is not restricted from, at your cost',
    revoke: 'Delete the credential under APIs & Services, Credentials, and create one with the minimum permissions.',
    kinds: {
      google_oauth_client_secret: { grants: 'asks users for access on behalf of your application' },
      google_oauth_access_token: {
        grants: 'acts as its user or service account for up to an hour',
        revoke: 'Post it to the revocation endpoint of Google OAuth.',
      },
      google_oauth_refresh_token: {
        severity: 'CRITICAL',
        grants: 'obtains access tokens of its user repeatedly',
        revoke:
          'Withdraw the access of the application under Security of the Google account, or post the token to the revocation endpoint.',
      },
    },
  },
  'Microsoft Azure': {
    severity: 'CRITICAL',
    grants: 'uses the Azure resource or application that it belongs to with all its rights',
    revoke: 'Regenerate the key or delete the client secret in the Azure portal, then update those that use it.',
    kinds: {
      azure_shared_access_signature: {
        severity: 'HIGH',
        grants: 'reads or writes what the signature covers until it expires',
        revoke: 'Rotate the account key or change the stored access policy that the signature was made with.',
      },
      azure_devops_token: {
        severity: 'HIGH',
        grants: 'reads and writes repositories, pipelines and packages of its user in Azure DevOps',
        revoke: 'Revoke it under User settings, Personal access tokens.',
      },
      azure_openai_key: { severity: 'HIGH', grants: 'calls the cognitive or OpenAI service at your cost' },
    },
  },
  DigitalOcean: {
    severity: 'CRITICAL',
    grants: 'creates, reads and destroys droplets, databases and other resources of the team',
    revoke: 'Delete it under API, Tokens of the control panel.',
    kinds: {
      digitalocean_spaces_key: {
        severity: 'MEDIUM',
        grants: 'has the public half of a key pair that reads and writes Spaces',
      },
    },
  },
  'Alibaba Cloud': {
    severity: 'CRITICAL',
    grants: 'calls Alibaba Cloud with every permission of its RAM user',
    revoke: 'Disable the AccessKey pair in the RAM console, create a new pair, then delete the old one.',
    kinds: {
      alibaba_access_key_id: { severity: 'HIGH', grants: 'has the public half of a key pair that calls Alibaba Cloud' },
    },
  },
  'Tencent Cloud': {
    severity: 'CRITICAL',
    grants: 'calls Tencent Cloud with every permission of its account',
    revoke: 'Disable the key pair under Access Management, API Keys, and create a new one.',
    kinds: {
      tencent_secret_id: { severity: 'HIGH', grants: 'has the public half of a key pair that calls Tencent Cloud' },
    },
  },
  'Yandex Cloud': {
    severity: 'HIGH',
    grants: 'calls Yandex Cloud with the roles of its account',
    revoke: 'Delete the key of the service account, or revoke the token with `yc iam revoke-token`.',
    kinds: { yandex_oauth_token: { severity: 'CRITICAL', grants: 'obtains IAM tokens of its user for up to a year' } },
  },
  'IBM Cloud': {
    severity: 'CRITICAL',
    grants: 'calls IBM Cloud with every access policy of its identity',
    revoke: 'Delete it under Manage, Access (IAM), API keys.',
  },
  Heroku: {
    severity: 'CRITICAL',
    grants: 'manages apps, reads their config vars and deploys on behalf of its user',
    revoke:
      'Regenerate the key under Account settings, or remove the authorization with `heroku authorizations:revoke`.',
  },
  'Fly.io': {
    severity: 'CRITICAL',
    grants: 'deploys and manages apps of the organisation that it is made for',
    revoke: 'Revoke it with `fly tokens revoke` or on the Tokens page.',
  },
  Cloudflare: {
    severity: 'CRITICAL',
    grants: 'changes DNS, certificates and traffic of the zones that it may reach',
    revoke: 'Roll or delete it under My Profile, API Tokens.',
  },
  Scaleway: {
    severity: 'CRITICAL',
    grants: 'manages resources with the policies of its IAM principal',
    revoke: 'Delete the API key in the IAM section of the console.',
    kinds: {
      scaleway_access_key: { severity: 'MEDIUM', grants: 'has the public half of a key pair that calls Scaleway' },
    },
  },
  Hetzner: {
    severity: 'CRITICAL',
    grants: 'creates, reads and destroys servers of the project',
    revoke: 'Delete it under Security, API tokens of the project.',
  },
  Linode: {
    severity: 'CRITICAL',
    grants: 'manages servers and storage within its scopes',
    revoke: 'Revoke it under API Tokens of the profile.',
  },
  Vultr: {
    severity: 'CRITICAL',
    grants: 'creates, reads and destroys instances of the account',
    revoke: 'Regenerate the key under Account, API.',
  },
  Netlify: {
    severity: 'HIGH',
    grants: 'deploys sites and reads their environment on behalf of its user',
    revoke: 'Delete it under User settings, Applications.',
  },
  Vercel: {
    severity: 'HIGH',
    grants: 'deploys projects and reads their environment on behalf of its user or team',
    revoke: 'Delete it under Account settings, Tokens; a Blob token is rotated in the settings of its store.',
  },
  Render: {
    severity: 'HIGH',
    grants: 'manages services and reads their environment',
    revoke: 'Revoke it under Account settings, API keys.',
  },
  Scalingo: {
    severity: 'HIGH',
    grants: 'deploys and manages applications of its user',
    revoke: 'Delete it under Profile, API tokens.',
  },
  Databricks: {
    severity: 'CRITICAL',
    grants: 'runs jobs and reads data of the workspace as its user',
    revoke: 'Revoke it under Settings, Developer, Access tokens.',
  },
  'Red Hat OpenShift': {
    severity: 'CRITICAL',
    grants: 'acts on the cluster as its user',
    revoke: 'Run `oc delete useroauthaccesstoken` for it, or log out the session.',
  },
  'Cisco Meraki': {
    severity: 'HIGH',
    grants: 'reads and configures networks of the organisations of its user',
    revoke: 'Revoke it under My profile, API access.',
  },
  Fastly: {
    severity: 'HIGH',
    grants: 'changes services and purges caches within its scope',
    revoke: 'Delete it under Account, API tokens.',
  },
  Tailscale: {
    severity: 'HIGH',
    grants: 'joins machines to the tailnet or manages it',
    revoke: 'Revoke it under Settings, Keys of the admin console.',
  },
  ngrok: {
    severity: 'MEDIUM',
    grants: 'opens tunnels on behalf of the account',
    revoke: 'Reset it under Your Authtoken of the dashboard.',
  },
  'Defined Networking': {
    severity: 'HIGH',
    grants: 'manages hosts of the network',
    revoke: 'Delete it under API keys of the admin panel.',
  },
  Sidekiq: {
    severity: 'MEDIUM',
    grants: 'downloads the commercial gems included in the subscription',
    revoke: 'Ask the vendor for other credentials and update the bundle settings.',
  },
} satisfies Advice
