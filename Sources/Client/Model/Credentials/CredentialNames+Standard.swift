/// The standard list of credential names. Each group names its sources. A name is listed if
/// documentation describes the value as something that grants access: a key, token, password,
/// secret, signature or session.
extension CredentialNames {
  static let headers =
    // RFC 9110 (11.6.2, 11.7.2), RFC 6265 (4.1, 4.2), RFC 2965 (3.2), RFC 7615 (3, 4),
    // RFC 9449 (4).
    [
      "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Cookie2", "Set-Cookie2",
      "Authentication-Info", "Proxy-Authentication-Info", "DPoP",
    ]
    // Common names that no single source defines: the `apiKey` examples of the OpenAPI
    // specification, 3.1 (4.8.27); key headers of API gateways (Amazon API Gateway, Kong key-auth,
    // Tyk, KrakenD, WSO2).
    + [
      "X-Api-Key", "Api-Key", "X-Api-Token", "Api-Token", "X-Api-Secret", "Api-Secret",
      "X-Auth-Token", "Auth-Token", "X-Auth", "X-Auth-Key", "Auth-Key", "X-Authorization",
      "X-Authentication", "X-Authentication-Token", "X-Authorization-Token", "X-Access-Token",
      "Access-Token", "X-Access-Key", "Access-Key", "X-Bearer-Token", "X-Id-Token", "Id-Token",
      "X-Refresh-Token", "Refresh-Token", "X-Token", "Token", "X-Session-Token", "Session-Token",
      "X-Session-Id", "X-Session-Key", "X-User-Token", "X-Client-Secret", "Client-Secret",
      "X-Secret",
      "X-Secret-Key", "Secret-Key", "X-Secret-Token", "X-Password", "X-App-Key", "App-Key",
      "X-App-Token",
      "App-Token", "X-App-Secret", "X-Service-Token", "X-Service-Key", "X-Master-Key",
      "X-Admin-Key",
      "X-Admin-Token", "X-Private-Key", "X-Private-Token", "X-Jwt", "X-Jwt-Token",
      "X-Jwt-Assertion",
      "X-Original-Authorization", "X-Forwarded-Authorization", "X-Forwarded-Access-Token",
      "X-Forwarded-Password", "Integration-Token",
    ]
    // Protection against forged requests: Django, Rails, Angular, Laravel, Jenkins, ASP.NET.
    + [
      "X-Csrf-Token", "Csrf-Token", "X-Xsrf-Token", "Xsrf-Token", "Jenkins-Crumb",
      "RequestVerificationToken",
    ]
    // Amazon Web Services (Signature Version 4, S3 SSE-C, instance metadata, Selling Partner API).
    + [
      "X-Amz-Security-Token", "X-Amz-Access-Token", "X-Amzn-Oidc-Data", "X-Amzn-Oidc-Accesstoken",
      "X-Aws-Ec2-Metadata-Token", "X-Amz-Server-Side-Encryption-Customer-Key",
      "X-Amz-Copy-Source-Server-Side-Encryption-Customer-Key", "X-Amz-S3session-Token",
    ]
    // Microsoft Azure (API Management, Functions, Cognitive Services, Event Grid, App Service).
    + [
      "Ocp-Apim-Subscription-Key", "X-Functions-Key", "Aeg-Sas-Key", "Aeg-Sas-Token", "X-Zumo-Auth",
      "X-Zumo-Master", "X-Ms-Token-Aad-Access-Token", "X-Ms-Token-Aad-Id-Token",
      "X-Ms-Token-Aad-Refresh-Token", "X-Ms-Authorization-Auxiliary",
      "X-Ms-Copy-Source-Authorization",
      "X-Ms-Encryption-Key", "X-Ms-Client-Principal",
    ]
    // Google (API keys, Identity-Aware Proxy, customer-supplied encryption keys, Firebase).
    + [
      "X-Goog-Api-Key", "X-Goog-Iap-Jwt-Assertion", "X-Goog-Iam-Authorization-Token",
      "X-Goog-Encryption-Key", "X-Goog-Copy-Source-Encryption-Key", "X-Firebase-Appcheck",
      "X-Serverless-Authorization",
    ]
    // GitLab, GitHub, Gitea, Bitbucket and other code hosts and build systems.
    + [
      "Private-Token", "Job-Token", "Deploy-Token", "X-Gitlab-Token", "X-Github-Token",
      "X-Gitea-Otp",
      "X-Github-Otp", "X-Jfrog-Art-Api", "X-Nuget-Apikey", "X-Octopus-Apikey", "Circle-Token",
      "X-Buildkite-Token", "X-Sonar-Passcode", "Travis-Token",
    ]
    // HashiCorp (Vault, Consul, Nomad, Terraform), OpenStack (Identity v2 and v3, Swift),
    // Kubernetes proxies.
    + [
      "X-Vault-Token", "X-Vault-Wrap-Token", "X-Consul-Token", "X-Nomad-Token", "X-Tfe-Token",
      "X-Subject-Token", "X-Storage-Token", "X-Storage-Pass", "X-Account-Meta-Temp-Url-Key",
      "X-Container-Meta-Temp-Url-Key", "X-Rundeck-Auth-Token", "X-Rancher-Token",
      "X-Delegation-Token",
    ]
    // Cloudflare, Fastly, Akamai, RapidAPI, Postmark, Shopify, Algolia, Typesense, Meilisearch,
    // Elastic.
    + [
      "X-Auth-User-Service-Key", "Cf-Access-Client-Secret", "Cf-Access-Jwt-Assertion",
      "Cf-Access-Token", "Fastly-Key", "X-Rapidapi-Key", "X-Rapidapi-Proxy-Secret", "X-Mashape-Key",
      "X-Postmark-Server-Token", "X-Postmark-Account-Token", "X-Shopify-Access-Token",
      "X-Shopify-Storefront-Access-Token", "X-Algolia-Api-Key", "X-Typesense-Api-Key",
      "X-Meili-Api-Key", "X-Found-Api-Key", "X-Bunny-Key",
    ]
    // Datadog, New Relic, Splunk, Honeycomb, Sentry, Grafana, PagerDuty, Opsgenie, Rollbar,
    // Bugsnag.
    + [
      "Dd-Api-Key", "Dd-Application-Key", "X-License-Key", "X-Insert-Key", "X-Query-Key",
      "X-Sf-Token",
      "X-Splunk-Request-Channel-Token", "X-Honeycomb-Team", "X-Sentry-Auth", "X-Sentry-Token",
      "X-Rollbar-Access-Token", "X-Grafana-Id", "X-Logdna-Apikey", "Bugsnag-Api-Key",
    ]
    // Parse, Figma, Plex, Emby, Jellyfin, Pivotal Tracker, Redmine, YouTrack, DocuSign, Discourse.
    + [
      "X-Parse-Rest-Api-Key", "X-Parse-Master-Key", "X-Parse-Session-Token", "X-Parse-Client-Key",
      "X-Figma-Token", "X-Plex-Token", "X-Emby-Token", "X-Mediabrowser-Token", "X-Trackertoken",
      "X-Redmine-Api-Key", "X-Docusign-Authentication", "X-Harvest-Access-Token",
      "X-Papertrail-Token",
      "X-Contentful-Token", "X-Airtable-Api-Key",
    ]
    // Payments and exchanges: Binance, Coinbase, CoinMarketCap, Kraken, Bitfinex, Adyen, Square,
    // Xendit.
    + [
      "X-Mbx-Apikey", "Cb-Access-Key", "Cb-Access-Sign", "Cb-Access-Passphrase",
      "X-Cmc-Pro-Api-Key",
      "Api-Sign", "Bfx-Apikey", "X-Callback-Token", "Ok-Access-Key", "Ok-Access-Sign",
      "Ok-Access-Passphrase",
    ]

  /// Names of JSON members. They are also names of form fields and query fields.
  static let members =
    // RFC 6749 (2.3.1, 4.3.2, 5.1, 6), RFC 6750 (2.2), RFC 7521 (4.1, 4.2), RFC 7636 (4.5), RFC
    // 8628 (3.4), RFC 8693 (2.1), RFC 5849 (3.1), OpenID Connect Core 1.0 (3.1.3.3) and
    // RP-Initiated Logout 1.0 (2).
    [
      "access_token", "refresh_token", "id_token", "id_token_hint", "client_secret", "password",
      "client_assertion", "code_verifier", "device_code", "subject_token", "actor_token",
      "oauth_token", "oauth_token_secret", "oauth_signature", "oauth_verifier",
      "registration_access_token",
      "authorization_code",
    ]
    // SAML 2.0 bindings (3.4, 3.5), WS-Federation 1.2 (13.2), CAS protocol 3.0 (2.4, 2.5).
    + ["SAMLResponse", "wresult", "proxy_ticket", "service_ticket"]
    // Names that every vendor documents as a credential, and that public secret scanners also list
    // (gitleaks, detect-secrets, truffleHog). Only the keywords of the scanners are used, not their
    // patterns.
    + [
      "api_key", "api_token", "api_secret", "api_key_secret", "x_api_key", "app_key", "app_secret",
      "app_token", "application_key", "auth_token", "auth_key", "authorization",
      "authentication_token",
      "authenticity_token", "access_key", "access_key_secret", "secret_access_key",
      "aws_secret_access_key",
      "account_key", "account_password", "admin_password", "admin_token", "bearer", "bearer_token",
      "bot_token", "consumer_secret", "connection_string", "credential", "credentials",
      "csrf_token", "xsrf_token", "csrfmiddlewaretoken", "current_password",
      "database_password", "db_password", "deploy_token", "encryption_key", "hapikey", "jwt",
      "jwt_token",
      "job_token", "license_key", "login_token", "master_key", "new_password", "old_password",
      "otp",
      "one_time_password", "passcode", "passphrase", "passwd", "password_confirmation",
      "confirm_password", "personal_access_token", "private_key",
      "private_token", "proxy_password", "pwd", "recovery_code", "reset_token",
      "root_password", "sas_token", "secret", "secret_key", "secret_token", "security_token",
      "service_key", "session_key", "session_secret", "session_token", "shared_access_key",
      "shared_secret", "signing_key", "signing_secret", "ssh_private_key", "storage_key",
      "subscription_key", "token", "token_secret", "totp", "totp_secret", "user_password",
      "user_token",
      "verification_token", "webhook_secret",
    ]

  /// Names that are credentials only in queries, fragments and forms. In JSON, they are common
  /// names for ordinary data.
  static let fields =
    // Signed URLs: AWS Signature Version 4 (query), Google Cloud Storage V2 and V4, Azure storage
    // SAS, CloudFront, Alibaba OSS.
    [
      "X-Amz-Signature", "X-Amz-Security-Token", "X-Goog-Signature",
      "Signature", "sig",
    ]
    // Keys in the query: Google APIs (`key`), Azure API Management, Trello, OpenWeather (`appid`),
    // Yandex.
    + ["key", "auth", "assertion", "pass", "sid", "session_id", "PHPSESSID", "jsessionid", "appid"]
}
