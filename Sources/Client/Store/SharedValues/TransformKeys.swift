import CCrypto
import ClientCore
import ClientModel

/// The keys of a value's transforms, looked up for one read or write.
struct TransformKeys: Sendable {
  private var keys: [SecretReference: VaultKey] = [:]

  /// Looks up the keys.
  ///
  /// - Parameter key: The key of the shared value, for the text of a failure.
  static func lookUp(
    _ rules: [SharedRule], for key: SharedKey, in secrets: any SecretResolver
  ) async throws(Failure) -> TransformKeys {
    var found = TransformKeys()
    for reference in rules.flatMap(\.transforms).compactMap(\.key)
    where found.keys[reference] == nil {
      let secret: Secret
      do throws(Failure) { secret = try await secrets.resolve(reference) } catch {
        throw Failure(
          .secretMissing, what: "The shared value \(key) can be neither decrypted nor encrypted.",
          why: "\(error.what) \(error.why)",
          whatToDo: "Make the key available to Weir, then try again.", cause: error.cause)
      }
      guard let bytes = bytes(of: secret) else {
        throw Failure(
          .secretMissing, what: "The shared value \(key) can be neither decrypted nor encrypted.",
          why: "The value of \(reference) is not a key of 32 bytes, in hexadecimal or base64.",
          whatToDo: "Create a key with `openssl rand -base64 32`.")
      }
      found.keys[reference] = try VaultKey(bytes)
    }
    return found
  }

  subscript(_ reference: SecretReference) -> VaultKey? { keys[reference] }

  private static func bytes(of secret: Secret) -> [UInt8]? {
    let text = secret.reveal().utf8.filter { $0 > 0x20 }
    if text.count == 64 { return [UInt8](hexadecimal: text) }
    guard let bytes = Base64.decode(text), bytes.count == Int(CCRYPTO_KEY_BYTES) else {
      return nil
    }
    return bytes
  }
}
