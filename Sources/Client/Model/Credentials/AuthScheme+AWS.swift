extension AuthScheme {
  /// Signature Version 4 of Amazon Web Services.
  ///
  /// Source: AWS Identity and Access Management User Guide, "Create a signed AWS API request".
  public static let awsSignature = AuthScheme(
    "aws-sigv4", header: "AWS4-HMAC-SHA256",
    fields: [
      Field("key-id", "access key ID", .shown, .filled, example: "KEY-ID", excluded: "/"),
      Field("region", "region", .open, .filled, example: "REGION", excluded: "/"),
      Field("service", "service", .open, .filled, example: "SERVICE", excluded: "/"),
      Field("session-token", "session token", .secret, .optional, example: "env:SESSION_TOKEN"),
      Field("secret-key", "secret access key", .secret, .filled, example: "env:SECRET_KEY"),
    ],
    mechanism: .signature(.awsV4),
    curlOptions: [
      CurlOption("--aws-sigv4", beginning: "aws:amz:", ["region", "service"]),
      CurlOption("-u", ["key-id", "secret-key"]),
      CurlOption("-H", beginning: "X-Amz-Security-Token: ", ["session-token"]),
    ], code: 3)
}
