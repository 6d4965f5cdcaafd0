import CCrypto
import ClientCore
import ClientModel
import Glibc

/// A signer of requests with AWS Signature Version 4.
///
/// The functions follow the steps of the AWS Identity and Access Management User Guide, "Create a
/// signed AWS API request": canonical request, string to sign, signing key, signature.
struct AWSSignature {
  let keyID: String
  let secretKey: String
  /// The session token, or an empty string for long-term credentials.
  let sessionToken: String
  let region: String
  let service: String
  /// The time of the signature in the format of the `X-Amz-Date` header: `20150830T123600Z`.
  let time: String

  private var date: String { String(time.prefix(8)) }
  private var scope: String { "\(date)/\(region)/\(service)/aws4_request" }
  /// Whether the service is S3. S3 does not normalize the path and requires the
  /// `X-Amz-Content-Sha256` header.
  private var isS3: Bool { service == "s3" || service.begins(with: "s3-") }

  /// Creates a signer.
  ///
  /// - Parameters:
  ///   - credentials: Credentials of the scheme `AuthScheme.awsSignature`.
  ///   - seconds: The time of the signature in seconds since 1970.
  init(_ credentials: Authentication<String>, at seconds: time_t) {
    keyID = credentials["key-id"] ?? ""
    secretKey = credentials["secret-key"] ?? ""
    sessionToken = credentials["session-token"] ?? ""
    region = credentials["region"] ?? ""
    service = credentials["service"] ?? ""
    time = Self.time(seconds)
  }

  /// Replaces the credentials of a request with the headers of a signature. Reads the full body.
  static func signed(_ request: WireRequest) throws(Failure) -> WireRequest {
    guard let credentials = request.authorization else { return request }
    var seconds = time_t()
    Glibc.time(&seconds)
    return try AWSSignature(credentials, at: seconds).signed(request)
  }

  func signed(_ request: WireRequest) throws(Failure) -> WireRequest {
    var request = request
    request.authorization = nil
    // The user's Authorization header takes precedence, as in libcurl.
    if request.has("Authorization") { return request }
    // The date in the stored request may be too old by the time the job is sent.
    request.headers.removeAll { $0.name.caseInsensitiveEquals("X-Amz-Date") }
    request.headers.append(("X-Amz-Date", time))
    if !sessionToken.isEmpty {
      request.headers.removeAll { $0.name.caseInsensitiveEquals("X-Amz-Security-Token") }
      request.headers.append(("X-Amz-Security-Token", sessionToken))
    }
    // The user's value is signed unchanged. With `UNSIGNED-PAYLOAD`, the signature does not cover
    // the body.
    let written = request.headers.first { $0.name.caseInsensitiveEquals("X-Amz-Content-Sha256") }
    let digest = if let written { written.value } else { try BodyHash.of(request.body) }
    if isS3, written == nil { request.headers.append(("X-Amz-Content-Sha256", digest)) }
    let canonical = CanonicalRequest(request, digest: digest, path: isS3 ? .asSent : .normalized)
    let credential = "Credential=\(keyID)/\(scope)"
    let value =
      "AWS4-HMAC-SHA256 \(credential), SignedHeaders=\(canonical.signedHeaders), "
      + "Signature=\(try signature(of: canonical))"
    request.headers.append(("Authorization", value))
    return request
  }

  func signature(of canonical: CanonicalRequest) throws(Failure) -> String {
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256(canonical.text, canonical.text.utf8.count, &digest) == 1 else {
      throw .cannotSign
    }
    let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(digest.hexadecimal)"
    var key = Array("AWS4\(secretKey)".utf8)
    for step in [date, region, service, "aws4_request", text] {
      key = try Self.keyedHash(of: step, key)
    }
    return key.hexadecimal
  }

  private static func keyedHash(of text: String, _ key: [UInt8]) throws(Failure) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_hmac_sha256(key, key.count, text, text.utf8.count, &hash) == 1 else {
      throw .cannotSign
    }
    return hash
  }

  private static func time(_ seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)\(digits(parts.tm_mon + 1))\(digits(parts.tm_mday))T"
      + "\(digits(parts.tm_hour))\(digits(parts.tm_min))\(digits(parts.tm_sec))Z"
  }
}

extension Failure {
  static var cannotSign: Failure {
    Failure(
      .unsupported, what: "The request was not sent: it could not be signed.",
      why: "libcrypto, which computes the signature, returned an error.",
      whatToDo: "Install it (Debian: apt-get install libssl3), then run `weir doctor`.")
  }
}

/// The SHA-256 of a request body, in hexadecimal digits.
enum BodyHash {
  private static let pieceSize = 256 << 10

  static func of(_ body: WireRequest.Body) throws(Failure) -> String {
    guard let state = ccrypto_sha256_new() else { throw .cannotSign }
    defer { ccrypto_sha256_free(state) }
    let body = try OutgoingBody(body)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)
    defer { room.deallocate() }
    while case let count = try body.read(into: room), count > 0 {
      guard ccrypto_sha256_update(state, room.baseAddress, count) == 1 else { throw .cannotSign }
    }
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256_final(state, &digest) == 1 else { throw .cannotSign }
    return digest.hexadecimal
  }
}
