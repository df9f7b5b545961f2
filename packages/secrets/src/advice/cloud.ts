import type { Advice } from '../rules/rule.ts'

/** Cloud, hosting and infrastructure vendors. */
export default {
  'Amazon Web Services': {
    severity: 'CRITICAL',
    grants: 'call AWS with every permission of the identity that it belongs to',
    revoke:
      'Deactivate the key under Security credentials of its IAM user, check CloudTrail for use of the key, create a new key, then delete the old one.',
    kinds: {
      aws_access_key_id: {
        severity: 'HIGH',
        grants: 'use this public half of an AWS key pair if the secret key, which is often nearby, leaks too',
      },
      aws_session_token: { severity: 'HIGH', grants: 'call AWS until the session ends' },
      aws_bedrock_key: {
        grants: 'run models on Bedrock at your expense',
        revoke: 'Delete the service-specific credential of its IAM user.',
      },
      aws_bedrock_short_key: {
        severity: 'HIGH',
        grants: 'run models on Bedrock for up to twelve hours',
        revoke: 'Revoke the sessions of the role that it was made from.',
      },
    },
  },
  'Google Cloud': {
    severity: 'HIGH',
    grants: 'call all Google APIs that its restrictions allow, at your expense',
    revoke: 'Delete the credential under APIs & Services > Credentials, and create one with the minimum permissions.',
    kinds: {
      google_oauth_client_secret: { grants: 'request access from users on behalf of your application' },
      google_oauth_access_token: {
        grants: 'act as its user or service account for up to an hour',
        revoke: 'Post it to the revocation endpoint of Google OAuth.',
      },
      google_oauth_refresh_token: {
        severity: 'CRITICAL',
        grants: 'obtain access tokens of its user repeatedly',
        revoke:
          'Withdraw the access of the application in the Google account under Security, or post the token to the revocation endpoint.',
      },
    },
  },
  'Microsoft Azure': {
    severity: 'CRITICAL',
    grants: 'use the Azure resource or application that it belongs to with all its permissions',
    revoke: 'Regenerate the key or delete the client secret in the Azure portal, then update those that use it.',
    kinds: {
      azure_shared_access_signature: {
        severity: 'HIGH',
        grants: 'read or write the resources that the signature covers until it expires',
        revoke: 'Rotate the account key or change the stored access policy that the signature was made with.',
      },
      azure_devops_token: {
        severity: 'HIGH',
        grants: 'read and write repositories, pipelines and packages of its user in Azure DevOps',
        revoke: 'Revoke it under User settings > Personal access tokens.',
      },
      azure_openai_key: { severity: 'HIGH', grants: 'call the cognitive or OpenAI service at your expense' },
    },
  },
  DigitalOcean: {
    severity: 'CRITICAL',
    grants: 'create, read and destroy droplets, databases and other resources of the team',
    revoke: 'Delete it in the control panel under API > Tokens.',
    kinds: {
      digitalocean_spaces_key: {
        severity: 'MEDIUM',
        grants: 'use this public half of a key pair for Spaces if the secret key leaks too',
      },
    },
  },
  'Alibaba Cloud': {
    severity: 'CRITICAL',
    grants: 'call Alibaba Cloud with every permission of its RAM user',
    revoke: 'Disable the AccessKey pair in the RAM console, create a new pair, then delete the old one.',
    kinds: {
      alibaba_access_key_id: {
        severity: 'HIGH',
        grants: 'use this public half of a key pair for Alibaba Cloud if the secret key leaks too',
      },
    },
  },
  'Tencent Cloud': {
    severity: 'CRITICAL',
    grants: 'call Tencent Cloud with every permission of its account',
    revoke: 'Disable the key pair under Access Management > API Keys, and create a new one.',
    kinds: {
      tencent_secret_id: {
        severity: 'HIGH',
        grants: 'use this public half of a key pair for Tencent Cloud if the secret key leaks too',
      },
    },
  },
  'Yandex Cloud': {
    severity: 'HIGH',
    grants: 'call Yandex Cloud with the roles of its account',
    revoke: 'Delete the key of the service account, or revoke the token with `yc iam revoke-token`.',
    kinds: { yandex_oauth_token: { severity: 'CRITICAL', grants: 'obtain IAM tokens of its user for up to a year' } },
  },
  'IBM Cloud': {
    severity: 'CRITICAL',
    grants: 'call IBM Cloud with every access policy of its identity',
    revoke: 'Delete it under Manage > Access (IAM) > API keys.',
  },
  Heroku: {
    severity: 'CRITICAL',
    grants: 'manage apps, read their config vars and deploy on behalf of its user',
    revoke:
      'Regenerate the key under Account settings, or remove the authorization with `heroku authorizations:revoke`.',
  },
  'Fly.io': {
    severity: 'CRITICAL',
    grants: 'deploy and manage apps of the organization that it is made for',
    revoke: 'Revoke it with `fly tokens revoke` or on the Tokens page.',
  },
  Cloudflare: {
    severity: 'CRITICAL',
    grants: 'change DNS, certificates and traffic of the zones that it may reach',
    revoke: 'Roll or delete it under My Profile > API Tokens.',
  },
  Scaleway: {
    severity: 'CRITICAL',
    grants: 'manage resources with the policies of its IAM principal',
    revoke: 'Delete the API key in the IAM section of the console.',
    kinds: {
      scaleway_access_key: {
        severity: 'MEDIUM',
        grants: 'use this public half of a key pair for Scaleway if the secret key leaks too',
      },
    },
  },
  Hetzner: {
    severity: 'CRITICAL',
    grants: 'create, read and destroy servers of the project',
    revoke: 'Delete it in the project under Security > API tokens.',
  },
  Linode: {
    severity: 'CRITICAL',
    grants: 'manage servers and storage within its scopes',
    revoke: 'Revoke it in the profile under API Tokens.',
  },
  Vultr: {
    severity: 'CRITICAL',
    grants: 'create, read and destroy instances of the account',
    revoke: 'Regenerate the key under Account > API.',
  },
  Netlify: {
    severity: 'HIGH',
    grants: 'deploy sites and read their environment on behalf of its user',
    revoke: 'Delete it under User settings > Applications.',
  },
  Vercel: {
    severity: 'HIGH',
    grants: 'deploy projects and read their environment on behalf of its user or team',
    revoke: 'Delete it under Account Settings > Tokens. To rotate a Blob token, open the settings of its store.',
  },
  Render: {
    severity: 'HIGH',
    grants: 'manage services and read their environment',
    revoke: 'Revoke it under Account settings > API keys.',
  },
  Scalingo: {
    severity: 'HIGH',
    grants: 'deploy and manage applications of its user',
    revoke: 'Delete it under Profile > API tokens.',
  },
  Databricks: {
    severity: 'CRITICAL',
    grants: 'run jobs and read data of the workspace as its user',
    revoke: 'Revoke it under Settings > Developer > Access tokens.',
  },
  'Red Hat OpenShift': {
    severity: 'CRITICAL',
    grants: 'act on the cluster as its user',
    revoke: 'Run `oc delete useroauthaccesstoken` for it, or log out the session.',
  },
  'Cisco Meraki': {
    severity: 'HIGH',
    grants: 'read and configure networks of the organizations of its user',
    revoke: 'Revoke it under My profile > API access.',
  },
  Fastly: {
    severity: 'HIGH',
    grants: 'change services and purge caches within its scope',
    revoke: 'Delete it under Account > API tokens.',
  },
  Tailscale: {
    severity: 'HIGH',
    grants: 'join machines to the tailnet or manage it',
    revoke: 'Revoke it in the admin console under Settings > Keys.',
  },
  ngrok: {
    severity: 'MEDIUM',
    grants: 'open tunnels on behalf of the account',
    revoke: 'Reset it in the dashboard under Your Authtoken.',
  },
  'Defined Networking': {
    severity: 'HIGH',
    grants: 'manage hosts of the network',
    revoke: 'Delete it under API keys of the admin panel.',
  },
  Sidekiq: {
    severity: 'MEDIUM',
    grants: 'download the commercial gems included in the subscription',
    revoke: 'Ask the vendor for other credentials and update the bundle settings.',
  },
} satisfies Advice
